import Foundation
import Pixels

/// Resampling.
extension ImageNode {
    /// This image made larger or smaller about the origin, by any positive ratios, with a windowed sinc.
    ///
    /// An axis that grows is interpolated with the Lanczos function of two lobes; one that shrinks is filtered with three lobes, as
    /// wide as the pixels of the result, so that nothing folds back. Weights of a pixel sum to 1; premultiplied values are summed;
    /// outside the extent the image is transparent, so that edges fade unless the image is clamped before. The extent is the scaled
    /// one, rounded outwards to whole pixels. Ratios that aren't positive and finite give an empty image.
    ///
    /// Ratios below 1/32 and above 32 are reached in several steps, each rounding the extent. Images without edges, and ones with more
    /// than 65 536 columns or rows as a result, are scaled by the nearest ratio of whole numbers whose first is at most 4096.
    public func lanczosScaled(x horizontal: Double, y vertical: Double) -> ImageNode {
        scaled(x: horizontal, y: vertical, by: .lanczos)
    }

    /// This image made larger or smaller about the origin, as by `lanczosScaled(x:y:)`, with the cubic of Mitchell and Netravali instead.
    ///
    /// On an axis that shrinks it is as wide as four pixels of the result.
    ///
    /// - Parameters:
    ///   - horizontal: Ratio of widths; positive.
    ///   - vertical: Ratio of heights; positive.
    ///   - b: How much the cubic is a B-spline, from 0 to 1.
    ///   - c: How much it swings below 0, from 0 to 1.
    public func bicubicScaled(x horizontal: Double, y vertical: Double, b: Double, c: Double) -> ImageNode {
        scaled(x: horizontal, y: vertical, by: .bicubic(b: b, c: c))
    }

    private func scaled(x horizontal: Double, y vertical: Double, by filter: ResamplingFilter) -> ImageNode {
        guard horizontal > 0, vertical > 0, horizontal.isFinite, vertical.isFinite, !extent.isNull else {
            return .empty
        }
        // The order that sums fewer weights: rows cost about twice as much as columns.
        let (across, upwards) = (filter.tapCount(horizontal), filter.tapCount(vertical))
        let rowsFirst =
            2 * across * horizontal + upwards * horizontal * vertical
            < upwards * vertical + 2 * across * horizontal * vertical
        return rowsFirst
            ? scaled(.horizontal, horizontal, filter).scaled(.vertical, vertical, filter)
            : scaled(.vertical, vertical, filter).scaled(.horizontal, horizontal, filter)
    }

    // Kernels stay short when extreme ratios are reached in several steps.
    private static let largestStep = 32.0

    private func scaled(_ axis: LineConvolution.Axis, _ scale: Double, _ filter: ResamplingFilter) -> ImageNode {
        if scale == 1 { return self }
        let limit = Self.largestStep
        if scale < 1 / limit { return scaled(axis, 1 / limit, filter).scaled(axis, scale * limit, filter) }
        if scale > limit { return scaled(axis, limit, filter).scaled(axis, scale / limit, filter) }
        var line: Range<Int>?
        var result = extent
        if !extent.isInfinite {
            let box = extent.enclosingWholePixels
            let (low, high) = axis == .horizontal ? (box.minX, box.maxX) : (box.minY, box.maxY)
            let slack = 1.0 / 1024
            let (start, end) = ((low * scale + slack).rounded(.down), (high * scale - slack).rounded(.up))
            guard end > start, start.isFinite, end.isFinite else { return .empty }
            if start.magnitude < 1e12, end.magnitude < 1e12 { line = Int(start)..<Int(end) }
            result =
                axis == .horizontal
                ? CGRect(x: start, y: box.minY, width: end - start, height: box.height)
                : CGRect(x: box.minX, y: start, width: box.width, height: end - start)
        }
        let weights = ResamplingWeights(scale: scale, line: line, filter: filter)
        let operation = LineConvolution(
            name: filter.name, input: self, axis: axis, weightSets: weights.sets, step: weights.step)
        return .native(operation, extent: result)
    }
}
