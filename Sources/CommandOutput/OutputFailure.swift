import Foundation

/// A failure to write the results.
package struct OutputFailure: Error, CustomStringConvertible {
    /// The system's error number.
    package let code: Int32

    /// Whether the reader has closed its end, which isn't an error.
    package var isHangUp: Bool { code == EPIPE }

    /// The failure and its remedy.
    package var description: String {
        let remedy =
            switch code {
            case ENOSPC, EDQUOT: "free room where the output goes to"
            case EFBIG: "raise the limit on the size of files (ulimit -f)"
            case EBADF: "open standard output, or send it to /dev/null"
            default: "send it to another file"
            }
        return "the output can't be written: \(String(cString: strerror(code))); \(remedy)"
    }
}
