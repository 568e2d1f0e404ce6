import Foundation
import Pixels

/// Convolutions.
extension ImageNode {
    /// Returns this image convolved with a window of weights in reading order, for example 3 × 3 to 9 × 9.
    /// `Convolution` states the formula.
    ///
    /// The extent grows by the window's reach. Premultiplied values are summed, and nothing is clamped.
    ///
    /// - Parameters:
    ///   - weights: `width` · `height` numbers, the top row first.
    ///   - width: The number of columns, at least 1.
    ///   - height: The number of rows, at least 1.
    ///   - bias: The number added to every component of every pixel of the extent.
    ///   - sumsStoredValues: Whether a source's pixels are summed as they are stored, before their colours are
    ///     converted.
    package func convolved(
        weights: [Float], width: Int, height: Int, bias: Float = 0, sumsStoredValues: Bool = false
    ) -> ImageNode {
        if extent.isNull { return self }
        let operation = Convolution(
            name: "convolution", input: self, weights: weights, width: width, height: height, bias: bias,
            sumsStoredValues: sumsStoredValues)
        if extent.isInfinite { return .native(operation, extent: extent) }
        let box = extent.enclosingWholePixels
        let (left, up) = (CGFloat(width / 2), CGFloat(height / 2))
        // A pixel contributes to the results at its own place minus the window's offsets, so the reach is mirrored.
        let grown = CGRect(
            x: box.minX - (CGFloat(width) - 1 - left), y: box.minY - up, width: box.width + CGFloat(width) - 1,
            height: box.height + CGFloat(height) - 1)
        return .native(operation, extent: grown)
    }

    // Up to this number of pixels, adding the pixels of each square is faster than running sums.
    private static let maximumSumLength = 25

    /// Returns this image averaged over squares of 2 · `radius` + 1 pixels. The cost hardly depends on the radius.
    ///
    /// Premultiplied values are averaged, in double precision for large squares. The image is transparent outside of
    /// its extent. The extent grows by the radius on every side. A radius that isn't positive returns the image itself;
    /// the largest is 100 000.
    package func boxBlurred(radius: Int) -> ImageNode {
        if radius <= 0 || extent.isNull { return self }
        let radius = min(radius, 100_000)
        let count = 2 * radius + 1
        let weights = LineConvolution.WeightSet(
            first: -radius, weights: [Float](repeating: 1 / Float(count), count: min(count, Self.maximumSumLength)))
        var result = self
        for axis in [LineConvolution.Axis.vertical, .horizontal] {
            let box = result.extent
            let margin = CGFloat(-radius)
            let grown =
                box.isInfinite
                ? box
                : box.enclosingWholePixels.insetBy(
                    dx: axis == .horizontal ? margin : 0, dy: axis == .vertical ? margin : 0)
            if count <= Self.maximumSumLength {
                let sum = LineConvolution(name: "box blur", input: result, axis: axis, weightSets: [weights])
                result = .native(sum, extent: grown)
            } else {
                let average = LineAverage(name: "box blur", input: result, axis: axis, first: -radius, count: count)
                result = .native(average, extent: grown)
            }
        }
        return result
    }
}
