import CommandOutput
import ImageFiles

/// Describes why one of several pictures failed.
package enum PictureFailure {
    /// Returns the error's description, with a remedy that applies to several pictures.
    package static func reason(_ error: any Error) -> String {
        let reason = StandardError.text(of: error)
        switch error {
        case ImageFileError.unknownFormat, ImageFileError.encoderMissing:
            return reason + " Or name one for all results with --format."
        default: return reason
        }
    }

    /// Returns the reason, preceded by the picture's name if it doesn't contain the name.
    package static func text(_ reason: String, of name: String) -> String {
        reason.contains(name) ? reason : "\(name): \(reason)"
    }
}
