import CommandOutput
import CoreImage
import Glibc

/// Checks the limit of open files. Dispatch ends a process that can't open another file.
enum OpenFileLimit {
    /// The number of files that the libraries, a picture for each of several threads, and workers need.
    static let least = 64

    /// Raises the limit if it is too low.
    ///
    /// - Throws: `Refusal` if it can't be raised enough.
    static func check() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < least else {
            return
        }
        limit.rlim_cur = min(rlim_t(least), limit.rlim_max)
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur >= least else {
            throw Refusal("only \(limit.rlim_max) files may be open at a time; allow at least \(least) with ulimit -n")
        }
    }
}
