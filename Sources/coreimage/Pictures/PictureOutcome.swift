import Foundation

/// What became of one picture of several.
struct PictureOutcome: Sendable {
    /// Why nothing was written, with the picture's name; nil where the result is in its file.
    let failure: String?
    /// The outcome as JSON on one line.
    let line: Data

    /// - Parameters:
    ///   - size: Columns and rows of the result.
    ///   - details: What a command says of it besides.
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
