import Foundation
import UntrustedInput

/// Writes the command's results. Nothing else writes to standard output.
///
/// Each call writes immediately and throws on failure. Printed text can't control the terminal, whatever its origin.
package enum StandardOutput {
    /// Prints text for people.
    package static func print(_ text: String, terminator: String = "\n") throws(OutputFailure) {
        try write(Array((printableLines(text) + terminator).utf8))
    }

    /// Prints JSON. Characters that aren't printable are escaped.
    package static func print(json data: Data) throws(OutputFailure) {
        try write(Array((JSONText.escaped(String(decoding: data, as: UTF8.self)) + "\n").utf8))
    }

    /// Writes a picture's bytes.
    package static func write(_ data: Data) throws(OutputFailure) { try write([UInt8](data)) }

    private static func write(_ bytes: [UInt8]) throws(OutputFailure) {
        if let code = writeAll(bytes, to: STDOUT_FILENO) { throw OutputFailure(code: code) }
    }

    /// Writes bytes to a descriptor. Returns the system's error number on failure, else nil.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    // Another process that shares the descriptor may have made it nonblocking.
                    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&request, 1, -1)
                    continue
                }
                return errno
            }
            written += count
        }
        return nil
    }
}
