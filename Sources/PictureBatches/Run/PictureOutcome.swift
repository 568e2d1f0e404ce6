import CommandOutput
import Foundation

/// The outcome for one of several pictures.
struct PictureOutcome: Sendable {
    /// The failure, with the picture's name. Nil if the result has been written.
    let failure: String?
    /// The outcome as one line of JSON.
    let line: Data

    /// Returns the outcome for a written result.
    ///
    /// - Parameters:
    ///   - size: The size of the result in pixels.
    ///   - details: Additional fields for the JSON object.
    static func written(
        _ entry: PictureList.Entry, size: CGSize, after seconds: Double, details: [String: Any]
    ) throws -> PictureOutcome {
        let object: [String: Any] = [
            "input": entry.input.path, "output": entry.output.path, "error": NSNull(), "width": Int(size.width),
            "height": Int(size.height), "seconds": (seconds * 1000).rounded() / 1000,
        ]
        return PictureOutcome(failure: nil, line: try JSONText.line(object.merging(details) { first, _ in first }))
    }

    static func failed(_ entry: PictureList.Entry, _ reason: String) -> PictureOutcome {
        let object: [String: Any] = ["input": entry.input.path, "output": NSNull(), "error": reason]
        return PictureOutcome(
            failure: PictureFailure.text(reason, of: entry.input.path), line: (try? JSONText.line(object)) ?? Data())
    }
}
