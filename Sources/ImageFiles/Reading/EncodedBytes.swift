import Foundation
import UntrustedInput

/// The encoded bytes of a picture, in a file or in memory.
enum EncodedBytes: Sendable {
    case file(String)
    case memory(Data, name: String)

    /// The path of the file; nil for bytes in memory.
    var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// The name for error messages.
    var name: String {
        switch self {
        case .file(let path): path
        case .memory(_, let name): name
        }
    }

    /// The number of bytes; 0 if the file no longer exists.
    var byteCount: Int {
        switch self {
        case .memory(let data, _): return data.count
        case .file(let path):
            var information = stat()
            return stat(path, &information) == 0 ? Int(information.st_size) : 0
        }
    }

    /// Checks that a file exists and is readable.
    static func checked(url: URL) throws(ImageFileError) -> EncodedBytes {
        guard url.isFileURL else {
            throw .unreadable(file: url.absoluteString, reason: "only file URLs are read; download it first")
        }
        let path = url.path
        var information = stat()
        guard stat(path, &information) == 0 else {
            throw errno == EACCES ? .notPermitted(file: path) : .missing(file: path)
        }
        guard information.st_mode & S_IFMT != S_IFDIR else { throw .isFolder(file: path) }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(file: path, reason: "it is not a regular file")
        }
        guard access(path, R_OK) == 0 else { throw .notPermitted(file: path) }
        // libvips reads options from a file name that ends in a bracket. Such a file is read into memory instead.
        guard path.hasSuffix("]") else { return .file(path) }
        do {
            return .memory(try Data(contentsOf: url, options: .mappedIfSafe), name: path)
        } catch {
            throw .unreadable(file: path, reason: FileErrorReason.text(of: error))
        }
    }

    /// Returns the first bytes; fewer than `count` if there are no more.
    func head(_ count: Int) -> Data {
        switch self {
        case .memory(let data, _): return data.prefix(count)
        case .file(let path):
            guard let file = FileHandle(forReadingAtPath: path) else { return Data() }
            defer { try? file.close() }
            return (try? file.read(upToCount: count)) ?? Data()
        }
    }

    /// All bytes, mapped into memory if they are in a file.
    var mapped: Data? {
        switch self {
        case .memory(let data, _): data
        case .file(let path): try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        }
    }

    /// Whether the bytes start with OpenEXR's magic number.
    var isOpenEXR: Bool { head(4) == Data([0x76, 0x2F, 0x31, 0x01]) }
}
