import CoreImageEssentials
import Foundation
import Typesetting

/// Shared members of filters that draw text.
extension CIFilter {
    /// Returns the picture of the text, with its lower left corner at the origin. The image is empty if there is
    /// nothing to draw. Rendering it throws if it would be too large.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels per point; NaN counts as 1.
    ///   - padding: The number of pixels on every side, clamped to 0…200.
    ///   - lengthKey: The key of the input that the error names if the text is too large.
    func textImage(of runs: [TextRun], scale: Float, padding: Float, lengthKey: String) -> CIImage {
        let scale = scale.isNaN ? 1 : Double(max(scale, 0))
        let padding = padding.isNaN ? 0 : Int(min(max(padding.rounded(), 0), 200))
        let runs = runs.filter { !$0.text.isEmpty && $0.typography.size > 0 }
        guard !runs.isEmpty, scale > 0 else { return .empty() }
        do {
            let source = try TextSource(runs, scale: scale, padding: padding)
            guard source.width > 0, source.height > 0 else { return .empty() }
            return CIImage(node: .source(source), origin: .init(colorSpace: source.colorSpace))
        } catch {
            return .failed(CIFilterError.badValue(filter: name, key: lengthKey, reason: error.description))
        }
    }
}
