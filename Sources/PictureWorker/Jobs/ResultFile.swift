import CExtendedAttributes
import CoreImage
import Foundation
import ImageFiles
import PictureBatches
import UntrustedInput

/// The file of a result that has a content key. The key is an extended attribute of the file, so that it is there if,
/// and only if, the whole file is.
struct ResultFile {
    /// The name of the attribute.
    static let attribute = "user.coreimage.key"

    let path: String

    /// Returns the size of the file if it was made by a job with this key. Nil if it wasn't, or the file system has no
    /// attributes.
    func size(ifMadeFor key: String) -> Int? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { return nil }
        defer { close(number) }
        var stored = [UInt8](repeating: 0, count: 65)
        var information = stat()
        guard fgetxattr(number, Self.attribute, &stored, stored.count) == 64, stored[..<64].elementsEqual(key.utf8),
            fstat(number, &information) == 0, information.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Int(information.st_size)
    }

    /// Writes the file, which appears when it is complete, and replaces an existing one.
    ///
    /// - Throws: `JobFailure` of the kind `output`.
    func write(_ bytes: UnsafeRawBufferPointer, key: String?) throws {
        try ImageFileWriter.createFolder(of: PathText(path).fileURL())
        do throws(AtomicFile.Failure) {
            let file = try AtomicFile(path: path)
            try file.write(bytes, at: 0)
            // On a file system without attributes, an equal job is done again, with the same result.
            if let key { _ = fsetxattr(file.descriptor, Self.attribute, Array(key.utf8), 64, 0) }
            try file.commit()
        } catch {
            throw JobFailure(.output, "\(printable(path)) can't be written: \(String(cString: strerror(error.code))).")
        }
    }
}
