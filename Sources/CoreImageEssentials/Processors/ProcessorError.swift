import Foundation
import Pixels
import UntrustedInput

/// An error that explains why a processor could not compute a part of a picture.
public enum ProcessorError: Error, Sendable, Hashable {
    /// The class doesn't override `process(with:arguments:output:)`.
    case notOverridden(processor: String)
    /// A region of interest is not a valid rectangle.
    case malformedRegion(processor: String, input: Int, answer: CGRect)
    /// A region of interest is much larger than its image.
    case regionTooLarge(processor: String, input: Int, region: PixelRect)
    /// `roiTileArray` returns different numbers of tiles for the inputs.
    case unequalTiles(processor: String, counts: [Int])
}

extension ProcessorError: CustomStringConvertible, LocalizedError {
    /// A sentence that says what is wrong and how to correct it.
    public var description: String {
        switch self {
        case .notOverridden(let processor):
            "\(printable(processor)) doesn't override process(with:arguments:output:); override it to compute the pixels"
        case .malformedRegion(let processor, let input, let answer):
            "\(printable(processor)) asks for \(answer) of its input \(input), which is no rectangle; answer finite numbers, or "
                + "CGRect.null or .infinite"
        case .regionTooLarge(let processor, let input, let region):
            "\(printable(processor)) asks for \(region.width) × \(region.height) pixels of its input \(input), far beyond the image; "
                + "answer the part that it reads, or CGRect.infinite for the whole image"
        case .unequalTiles(let processor, let counts):
            "\(printable(processor)) gives its inputs \(counts.map(String.init).joined(separator: ", ")) tiles; "
                + "let roiTileArray give each the same number"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
