import Foundation
import UntrustedInput

/// Describes errors of Foundation's functions for files. Their own descriptions contain domains and codes.
enum FoundationErrorText {
    /// Returns the path, the system's reason and a remedy. Returns nil for other errors.
    static func text(of error: any Error) -> String? {
        let error = error as NSError
        guard [NSCocoaErrorDomain, NSPOSIXErrorDomain].contains(error.domain) else { return nil }
        let path = error.userInfo[NSFilePathErrorKey] as? String ?? (error.userInfo[NSURLErrorKey] as? URL)?.path
        let reason = FileErrorReason.text(of: error)
        guard let path else { return reason }
        return "\(path) can't be read or written: \(reason). Check the path and its permissions."
    }
}
