import CExtendedAttributes
import CoreImage
import Foundation
import ImageFiles
import PictureBatches
import UntrustedInput

/// The file of a result that has a content key. The key is an extended attribute of the file, so that it is there if,
/// and only if, the whole file is. The attribute also has the file's length and the time of its last change, because it
/// stays if somebody shortens the file or writes into it.
struct ResultFile {
    /// The name of the attribute.
    static let attribute = "user.coreimage.key"

    let path: String

    /// Returns the result if the file was made by a job with this key. Nil if it wasn't, or the file system has no
    /// attributes.
    func result(ifMadeFor key: String) -> JobResult? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { return nil }
        defer { close(number) }
        var stored = [UInt8](repeating: 0, count: 256)
        let count = fgetxattr(number, Self.attribute, &stored, stored.count)
        var information = stat()
        guard count > 0, fstat(number, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        let mark = String(decoding: stored[..<count], as: UTF8.self).split(separator: " ")
        guard mark.count == 5, mark[..<3].joined(separator: " ") == Self.mark(key, information),
            let width = Int(mark[3]), let height = Int(mark[4])
        else { return nil }
        return JobResult(bytes: Int(information.st_size), width: width, height: height, key: key, reused: true)
    }

    /// The beginning of the attribute's value: the key, the length in bytes, and the time of the last change. The width
    /// and the height of the picture follow.
    private static func mark(_ key: String, _ file: stat) -> String {
        "\(key) \(file.st_size) \(file.st_mtim.tv_sec).\(file.st_mtim.tv_nsec)"
    }

    /// Writes the file, which appears when it is complete, and replaces an existing one.
    ///
    /// - Parameter result: The job's result, with its key and its size in pixels.
    /// - Throws: `JobFailure` of the kind `output`.
    func write(_ bytes: UnsafeRawBufferPointer, of result: JobResult) throws {
        try ImageFileWriter.createFolder(of: PathText(path).fileURL())
        do throws(AtomicFile.Failure) {
            let file = try AtomicFile(path: path)
            try file.write(bytes, at: 0)
            // On a file system without attributes, an equal job is done again, with the same result.
            var information = stat()
            if let key = result.key, let width = result.width, let height = result.height,
                fstat(file.descriptor, &information) == 0
            {
                let mark = Array("\(Self.mark(key, information)) \(width) \(height)".utf8)
                _ = fsetxattr(file.descriptor, Self.attribute, mark, mark.count, 0)
            }
            try file.commit()
        } catch {
            throw JobFailure(.output, "\(printable(path)) can't be written: \(String(cString: strerror(error.code))).")
        }
    }
}
