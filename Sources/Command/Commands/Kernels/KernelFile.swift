import CommandOutput
import Foundation
import KernelLanguage
import UntrustedInput

/// Reads kernel files.
enum KernelFile {
    /// The maximum size of a kernel file, in bytes. Larger files are refused without being read.
    private static let sizeLimit = 64 << 20

    /// Returns the text of a file.
    static func read(_ path: String) throws -> KernelSource {
        let expanded = PathText(path).fileURL().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: expanded, isDirectory: &isFolder) else {
            throw Refusal("\(path): there is no such file")
        }
        if isFolder.boolValue { throw Refusal("\(path): this is a folder; name a kernel file") }
        let bytes: [UInt8]
        do throws(FileReader.Failure) {
            bytes = try FileReader.bytes(at: expanded, limit: sizeLimit)
        } catch {
            throw Refusal(
                error.code == EFBIG
                    ? "\(path): the file is over 64 MB, which no kernel is"
                    : "\(path): the file can't be read; check its permissions")
        }
        // The mark of a library that Metal's compiler has written.
        if bytes.starts(with: "MTLB".utf8) {
            throw Refusal(
                "\(path): this is a compiled Metal library, which can't be used here; name the text of a kernel in the Core Image "
                    + "Kernel Language")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw Refusal("\(path): the text is not UTF-8; convert it, for instance with iconv -t UTF-8")
        }
        return KernelSource(text: text, file: path)
    }
}
