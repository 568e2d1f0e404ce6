import Foundation
import Pixels

/// The slopes or the intercepts of a `LocalRegression`, each at its pixel's position.
package struct RegressionCoefficient: NativeOperator {
    /// A coefficient of the lines.
    package enum Part: Int, Sendable, Hashable {
        /// The change per unit of the guide.
        case slope
        /// The value where the guide is 0.
        case intercept
    }

    /// The interleaved slopes and intercepts.
    package let lines: ImageNode
    /// The coefficient to extract.
    package let part: Part

    /// Creates an operator that extracts one coefficient of a regression.
    package init(_ part: Part, of lines: ImageNode) { (self.part, self.lines) = (part, lines) }

    /// Name for descriptions and error messages.
    package var name: String { part == .slope ? "slopes" : "intercepts" }
    /// The regression.
    package var inputs: [ImageNode] { [lines] }
    /// Returns the same coefficient of another regression.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        RegressionCoefficient(part, of: images[0])
    }
    /// The coefficient.
    package var identity: AnyHashable? { part }
    /// Same as for the regression.
    package var needsFullPrecision: Bool { true }

    /// Returns the interleaved columns of all pixels of `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : columns(of: part).cgRect
    }

    private func columns(of part: PixelRect) -> PixelRect {
        PixelRect(x: 2 * part.x, y: part.y, width: 2 * part.width, height: part.height)
    }

    /// Copies every other column.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) {
        let whole = (inputs.first ?? .transparent).covering(columns(of: region))
        for y in region.y..<region.maxY {
            let source = whole.row(y) + (2 * region.x + part.rawValue - whole.bounds.x)
            let target = output.row(y) + (region.x - output.bounds.x)
            for i in 0..<region.width { target[i] = source[2 * i] }
        }
    }
}
