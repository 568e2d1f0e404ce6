import Foundation
import Glibc

/// The one folder that a worker may write in, made for it and removed with it. It can hold files only, as Landlock allows nothing else
/// there.
final class ScratchFolder: Sendable {
    let path: String

    init() throws(SystemProblem) {
        let pattern = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-worker-XXXXXX").path
        var bytes = Array(pattern.utf8CString)
        guard mkdtemp(&bytes) != nil else { throw SystemProblem("making a folder like \(pattern)") }
        path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
