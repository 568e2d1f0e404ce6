import Foundation
import KernelLanguage

/// A file operation that the system refused.
public struct FileFailure: Error, Hashable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// What was tried, as in "can't be …": `created`, `read`.
    public let action: String
    /// The system's words.
    public let reason: String
    /// What to do about it.
    public let remedy: String

    /// A failure with the system's words for an error number, that of the last call unless another is given.
    public init(_ path: String, _ action: String, code: Int32 = errno) {
        self.init(path, action, reason: String(cString: strerror(code)), remedy: Self.remedy(for: code))
    }

    init(_ path: String, _ action: String, reason: String, remedy: String = Self.generalRemedy) {
        (self.path, self.action, self.reason, self.remedy) = (path, action, reason, remedy)
    }

    private static let generalRemedy = "check that the folder exists, is yours and has room"

    private static func remedy(for code: Int32) -> String {
        switch code {
        case EEXIST, ENOTEMPTY: "something of this name has appeared there meanwhile; look at it, and try again"
        case ENOSPC, EDQUOT: "free room there"
        case EFBIG: "raise the limit on the size of files (ulimit -f)"
        case EACCES, EPERM, EROFS: "check that the folder is yours and may be written"
        case EMFILE, ENFILE, ENOMEM: "end programs that this one shares the machine with"
        default: generalRemedy
        }
    }

    /// Runs an operation of Foundation's and gives its failure our words.
    static func wrapping<Result>(_ path: String, _ action: String, _ work: () throws -> Result) throws(FileFailure)
        -> Result
    {
        do { return try work() } catch {
            let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let isSystem = underlying?.domain == NSPOSIXErrorDomain
            if isSystem, let underlying { throw FileFailure(path, action, code: Int32(underlying.code)) }
            throw FileFailure(path, action, reason: (error as NSError).localizedDescription)
        }
    }

    /// `/a/b: can't be created: Permission denied; …`.
    public var description: String {
        "\(printable(path, limit: 1000)): it can't be \(action): \(printable(reason)); \(remedy)"
    }
}
