import Foundation

/// The reasons of errors of Foundation's functions for files.
package enum FileErrorReason {
    /// Returns the system's text for the error, such as `Permission denied`, or else Foundation's description.
    package static func text(of error: any Error) -> String {
        let error = error as NSError
        // On Linux the value is a `POSIXError`, which `as? NSError` doesn't convert.
        let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        guard cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return String(cString: strerror(Int32(truncatingIfNeeded: cause.code)))
    }
}
