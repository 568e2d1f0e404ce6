import CoreImage
import Glibc

/// How many files the process may have open. Dispatch ends a process that is refused one.
enum OpenFileLimit {
    /// What the libraries, a picture for each of some threads, and workers take.
    static let least = 64

    /// Raises the limit where it is low and may be raised.
    ///
    /// - Throws: `Refusal` where too few files may be open.
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
