import CoreImage

/// Why one picture of several failed, in words.
enum PictureFailure {
    /// The error's words, with the remedy of commands for several pictures.
    static func reason(_ error: any Error) -> String {
        let reason = StandardError.text(of: error)
        switch error {
        case ImageFileError.unknownFormat, ImageFileError.encoderMissing:
            return reason + " Or name one for all results with --format."
        default: return reason
        }
    }

    /// The reason with the picture's name, which most reasons have.
    static func text(_ reason: String, of name: String) -> String {
        reason.contains(name) ? reason : "\(name): \(reason)"
    }
}
