import Foundation
import UntrustedInput

/// A file operation that failed.
package struct FileFailure: Error, Hashable, LocalizedError, CustomStringConvertible {
    /// The file or folder.
    package let path: String
    /// The operation that failed, to complete "it can't be …": `created`, `read`.
    package let action: String
    /// The reason, as the system describes it.
    package let reason: String
    /// The remedy.
    package let remedy: String

    /// Creates a failure from an error number, by default that of the last call.
    package init(_ path: String, _ action: String, code: Int32 = errno) {
        self.init(path, action, reason: String(cString: strerror(code)), remedy: Self.remedy(for: code, action))
    }

    init(_ path: String, _ action: String, reason: String, remedy: String? = nil) {
        (self.path, self.action, self.reason) = (path, action, reason)
        self.remedy = remedy ?? Self.generalRemedy(action)
    }

    private static func generalRemedy(_ action: String) -> String {
        action == "read"
            ? "check that it exists and is readable" : "check that the folder exists, is yours and has room"
    }

    private static func remedy(for code: Int32, _ action: String) -> String {
        switch code {
        case EEXIST, ENOTEMPTY: "something of this name has appeared there meanwhile; look at it, and try again"
        case ENOSPC, EDQUOT: "free room there"
        case EFBIG: "raise the limit on the size of files (ulimit -f)"
        case EACCES, EPERM, EROFS:
            action == "read" ? generalRemedy(action) : "check that the folder is yours and may be written"
        case EMFILE, ENFILE, ENOMEM: "end programs that this one shares the machine with"
        default: generalRemedy(action)
        }
    }

    /// Runs an operation of Foundation, and turns its error into a `FileFailure`.
    static func wrapping<Result>(_ path: String, _ action: String, _ work: () throws -> Result) throws(FileFailure)
        -> Result
    {
        do { return try work() } catch {
            // On Linux the value is a `POSIXError`, which `as? NSError` doesn't convert.
            let underlying = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
            let isSystem = underlying?.domain == NSPOSIXErrorDomain
            if isSystem, let underlying { throw FileFailure(path, action, code: Int32(underlying.code)) }
            throw FileFailure(path, action, reason: (error as NSError).localizedDescription)
        }
    }

    /// The failure as one line: `/a/b: it can't be created: Permission denied; …`.
    package var description: String {
        "\(printable(path, limit: 1000)): it can't be \(action): \(printable(reason)); \(remedy)"
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
