import Foundation
import Pixels

/// Resampling.
extension ImageNode {
    /// Returns this image scaled about the origin by any positive ratios, with a windowed sinc.
    ///
    /// An axis that grows is interpolated with the Lanczos function of two lobes. One that shrinks is filtered with
    /// three lobes, scaled to the pixels of the result, to avoid aliasing. The weights of a pixel sum to 1.
    /// Premultiplied values are summed. The image is transparent outside of its extent, so edges fade unless the image
    /// is clamped before. The extent is the scaled one, rounded outwards to whole pixels. Ratios that aren't positive
    /// and finite return an empty image.
    ///
    /// Ratios below 1/32 and above 32 are applied in several steps, each of which rounds the extent. Images without
    /// edges, and results of more than 65 536 columns or rows, are scaled by the nearest ratio of whole numbers of
    /// which the first is at most 4096.
    package func lanczosScaled(x horizontal: Double, y vertical: Double) -> ImageNode {
        scaled(by: .lanczos, x: horizontal, y: vertical)
    }

    /// Returns this image scaled about the origin, as by `lanczosScaled(x:y:)`, but with the cubic filter of Mitchell
    /// and Netravali.
    ///
    /// On an axis that shrinks, the filter is as wide as four pixels of the result.
    ///
    /// - Parameters:
    ///   - horizontal: The ratio of widths; positive.
    ///   - vertical: The ratio of heights; positive.
    ///   - b: The weight of the cubic B-spline, from 0 to 1.
    ///   - c: The amount of overshoot, from 0 to 1.
    package func bicubicScaled(x horizontal: Double, y vertical: Double, b: Double, c: Double) -> ImageNode {
        scaled(by: .bicubic(b: b, c: c), x: horizontal, y: vertical)
    }

    /// Returns this image moved by `offset`, which needn't be whole pixels, and scaled about the origin.
    func scaled(
        by filter: ResamplingFilter, x horizontal: Double, y vertical: Double, offset: SIMD2<Double> = .zero
    ) -> ImageNode {
        guard horizontal > 0, vertical > 0, horizontal.isFinite, vertical.isFinite, !extent.isNull else {
            return .empty
        }
        // Use the order that sums fewer weights. Rows cost about twice as much as columns.
        let (across, upwards) = (filter.tapCount(horizontal), filter.tapCount(vertical))
        let rowsFirst =
            2 * across * horizontal + upwards * horizontal * vertical
            < upwards * vertical + 2 * across * horizontal * vertical
        return rowsFirst
            ? scaled(.horizontal, LineResampling(filter: filter, scale: horizontal, offset: offset.x))
                .scaled(.vertical, LineResampling(filter: filter, scale: vertical, offset: offset.y))
            : scaled(.vertical, LineResampling(filter: filter, scale: vertical, offset: offset.y))
                .scaled(.horizontal, LineResampling(filter: filter, scale: horizontal, offset: offset.x))
    }

    // Extreme ratios are applied in several steps, so that filters stay short.
    private static let maximumStep = 32.0

    private func scaled(_ axis: LineConvolution.Axis, _ resampling: LineResampling) -> ImageNode {
        let (filter, scale, offset) = (resampling.filter, resampling.scale, resampling.offset)
        if scale == 1, offset == 0 { return self }
        let limit = Self.maximumStep
        if scale < 1 / limit || scale > limit {
            let first = scale < 1 ? 1 / limit : limit
            return scaled(axis, LineResampling(filter: filter, scale: first, offset: offset))
                .scaled(axis, LineResampling(filter: filter, scale: scale / first))
        }
        var line: Range<Int>?
        var result = extent
        if !extent.isInfinite {
            let box = extent.enclosingWholePixels
            let (low, high) = axis == .horizontal ? (box.minX, box.maxX) : (box.minY, box.maxY)
            let slack = 1.0 / 1024
            let start = ((low + offset) * scale + slack).rounded(.down)
            let end = ((high + offset) * scale - slack).rounded(.up)
            guard end > start, start.isFinite, end.isFinite else { return .empty }
            if start.magnitude < 1e12, end.magnitude < 1e12 { line = Int(start)..<Int(end) }
            result =
                axis == .horizontal
                ? CGRect(x: start, y: box.minY, width: end - start, height: box.height)
                : CGRect(x: box.minX, y: start, width: box.width, height: end - start)
        }
        let weights = ResamplingWeightsCache.weights(resampling, line: line)
        let operation = LineConvolution(
            name: filter.name, input: self, axis: axis, weightSets: weights.sets, step: weights.step,
            resampling: resampling)
        return .native(operation, extent: result)
    }
}
