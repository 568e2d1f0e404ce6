import Foundation
import SystemResources

/// Reads a picture from standard input.
enum StandardInput {
    /// Returns all bytes up to the end.
    ///
    /// - Throws: `Refusal` if standard input is a terminal, is empty, or has more bytes than half of the available
    ///   memory.
    static func data() throws -> Data {
        if isatty(STDIN_FILENO) == 1 {
            throw Refusal("-: standard input is a terminal; send a picture into it, as in: coreimage … - < in.jpg")
        }
        return try data(from: STDIN_FILENO, limit: SystemMemory.available / 2)
    }

    /// Reads all bytes of a descriptor.
    static func data(from descriptor: Int32, limit: Int) throws -> Data {
        var data = Data()
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &part, part.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw Refusal("-: standard input can't be read: \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            data.append(contentsOf: part[..<count])
            if data.count > limit {
                throw Refusal("-: standard input has more than \(limit) bytes; write it to a file, and name that")
            }
        }
        if data.isEmpty { throw Refusal("-: nothing came through standard input; send a picture into it") }
        return data
    }
}
