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

    /// A failure with the system's words for an error number, that of the last call unless another is given.
    public init(_ path: String, _ action: String, code: Int32 = errno) {
        self.init(path, action, reason: String(cString: strerror(code)))
    }

    init(_ path: String, _ action: String, reason: String) {
        (self.path, self.action, self.reason) = (path, action, reason)
    }

    /// Runs an operation of Foundation's and gives its failure our words.
    static func wrapping<Result>(_ path: String, _ action: String, _ work: () throws -> Result) throws(FileFailure)
        -> Result
    {
        do { return try work() } catch {
            let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let isSystem = underlying?.domain == NSPOSIXErrorDomain
            let reason = isSystem ? underlying.map { String(cString: strerror(Int32($0.code))) } : nil
            throw FileFailure(path, action, reason: reason ?? (error as NSError).localizedDescription)
        }
    }

    /// `/a/b: can't be created: Permission denied; …`.
    public var description: String {
        "\(printable(path, limit: 1000)): it can't be \(action): \(printable(reason)); check that the folder exists, is yours and has room"
    }
}
