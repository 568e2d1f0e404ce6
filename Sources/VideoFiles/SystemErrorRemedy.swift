import Glibc

/// What to do after the system has refused to open, read or write a file.
enum SystemErrorRemedy {
    /// Returns a sentence for an error number; an empty one if there is nothing to do.
    static func text(_ code: Int32) -> String {
        switch code {
        case ENOSPC: return "Free space there, or write to a folder on another disk."
        case EDQUOT: return "Remove files there, or write to a folder outside of the quota."
        case EFBIG:
            guard let limit = fileSizeLimit else {
                return "The file system there has no larger files; write to another one, or choose a smaller result."
            }
            return "This process may write files of \(limit) bytes at most; raise the limit with ulimit -f."
        case EIO: return "Check the disk, or the connection to it."
        case EROFS: return "Nothing can be changed there; write to another folder."
        case EACCES, EPERM: return "Check the permissions of the file and its folder."
        case ENOENT, ENOTDIR: return "Check the path; folders aren't made."
        default: return ""
        }
    }

    /// Returns a sentence for memory that can't be shared. The limit on the size of files counts for it.
    static func text(sharing bytes: Int) -> String {
        if let fileSizeLimit, fileSizeLimit < bytes { return text(EFBIG) }
        return "Free memory if it is short."
    }

    /// The largest size of files that this process may write, in bytes; nil if it isn't limited.
    private static var fileSizeLimit: UInt64? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, limit.rlim_cur < UInt64(Int64.max)
        else { return nil }
        return UInt64(limit.rlim_cur)
    }
}
