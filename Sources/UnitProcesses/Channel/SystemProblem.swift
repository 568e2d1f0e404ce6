import Glibc

/// A system call that failed, with what was being done.
struct SystemProblem: Error, CustomStringConvertible {
    let description: String

    /// - Parameter code: The error number; the last one of this thread where it is left out.
    init(_ action: String, code: Int32 = errno) {
        description = "\(action) failed: \(String(cString: strerror(code)))"
    }
}
