import Foundation

/// Where a picture's encoded bytes are.
enum EncodedBytes: Sendable {
    case file(String)
    case memory(Data, name: String)

    /// The file's path.
    var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// Name for errors.
    var name: String {
        switch self {
        case .file(let path): path
        case .memory(_, let name): name
        }
    }

    /// How many there are; 0 for a file that has gone.
    var byteCount: Int {
        switch self {
        case .memory(let data, _): return data.count
        case .file(let path):
            var information = stat()
            return stat(path, &information) == 0 ? Int(information.st_size) : 0
        }
    }

    /// A file's path, checked to exist and to be readable, or a typed error.
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
        // libvips takes a name that ends in a bracket for a name with options, so such a file is read as bytes.
        guard path.hasSuffix("]") else { return .file(path) }
        do {
            return .memory(try Data(contentsOf: url, options: .mappedIfSafe), name: path)
        } catch {
            throw .unreadable(file: path, reason: error.localizedDescription)
        }
    }

    /// The first bytes, fewer when there are fewer.
    func head(_ count: Int) -> Data {
        switch self {
        case .memory(let data, _): return data.prefix(count)
        case .file(let path):
            guard let file = FileHandle(forReadingAtPath: path) else { return Data() }
            defer { try? file.close() }
            return (try? file.read(upToCount: count)) ?? Data()
        }
    }

    /// All bytes, mapped rather than read where they are in a file.
    var mapped: Data? {
        switch self {
        case .memory(let data, _): data
        case .file(let path): try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        }
    }

    /// Whether the bytes begin with OpenEXR's magic number.
    var isOpenEXR: Bool { head(4) == Data([0x76, 0x2F, 0x31, 0x01]) }
}
