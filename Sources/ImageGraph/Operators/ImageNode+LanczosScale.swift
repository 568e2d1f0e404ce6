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
        guard horizontal > 0, vertical > 0, horizontal.isFinite, vertical.isFinite, !extent.isNull else {
            return .empty
        }
        // The order that sums fewer weights: rows cost about twice as much as columns.
        let rowsFirst =
            2 * LanczosWeights.tapCount(horizontal) * horizontal + LanczosWeights.tapCount(vertical) * horizontal
            * vertical
            < LanczosWeights.tapCount(vertical) * vertical + 2 * LanczosWeights.tapCount(horizontal) * horizontal
            * vertical
        return rowsFirst
            ? scaled(.horizontal, horizontal).scaled(.vertical, vertical)
            : scaled(.vertical, vertical).scaled(.horizontal, horizontal)
    }

    // Kernels stay short when extreme ratios are reached in several steps.
    private static let lanczosLimit = 32.0

    private func scaled(_ axis: LineConvolution.Axis, _ scale: Double) -> ImageNode {
        if scale == 1 { return self }
        let limit = Self.lanczosLimit
        if scale < 1 / limit { return scaled(axis, 1 / limit).scaled(axis, scale * limit) }
        if scale > limit { return scaled(axis, limit).scaled(axis, scale / limit) }
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
        let weights = LanczosWeights(scale: scale, line: line)
        let operation = LineConvolution(
            name: "lanczos scale", input: self, axis: axis, weightSets: weights.sets, step: weights.step)
        return .native(operation, extent: result)
    }
}

/// Weights of a Lanczos resampling along a line, one set per output pixel of a period.
struct LanczosWeights {
    /// The longest line with weights for each of its pixels.
    private static let longestTable = 1 << 16
    /// The longest period of approximate ratios.
    private static let longestPeriod = 1 << 12

    let sets: [LineConvolution.WeightSet]
    let step: Int

    /// About how many input pixels an output pixel is made of.
    static func tapCount(_ scale: Double) -> Double { scale < 1 ? 6 / scale : 4 }

    /// Weights for the output pixels `line`; nil means all that there are.
    init(scale: Double, line: Range<Int>?) {
        let ratio = Self.ratio(near: scale)
        let isExact = Double(ratio.outputs) / Double(ratio.inputs) == scale
        if let line, !isExact || ratio.outputs > line.count, line.count <= Self.longestTable {
            // A period of this length gives every pixel of the line a set of its own.
            let period = line.count
            var sets = [LineConvolution.WeightSet](repeating: .init(first: 0, weights: []), count: period)
            for i in line {
                var set = Self.set(center: (Double(i) + 0.5) / scale, scale: scale)
                let number = i.flooredQuotient(by: period)
                set.first -= number * period
                sets[i - number * period] = set
            }
            (self.sets, step) = (sets, period)
        } else {
            let exact = isExact ? scale : Double(ratio.outputs) / Double(ratio.inputs)
            sets = (0..<ratio.outputs).map { Self.set(center: (Double($0) + 0.5) / exact, scale: exact) }
            step = ratio.inputs
        }
    }

    /// Weights of the output pixel whose centre is at `center` of the input; pixel j's centre is at j + 0.5.
    private static func set(center: Double, scale: Double) -> LineConvolution.WeightSet {
        let (lobes, stretch) = scale < 1 ? (3.0, 1 / scale) : (2.0, 1.0)
        let first = Int((center - lobes * stretch - 0.5).rounded(.down)) + 1
        let last = Int((center + lobes * stretch - 0.5).rounded(.up)) - 1
        let values = (first...max(first, last)).map { lanczos((Double($0) + 0.5 - center) / stretch, lobes) }
        let sum = values.reduce(0, +)
        return LineConvolution.WeightSet(first: first, weights: values.map { Float($0 / sum) })
    }

    private static func lanczos(_ x: Double, _ lobes: Double) -> Double {
        if x == 0 { return 1 }
        if abs(x) >= lobes { return 0 }
        let angle = Double.pi * x
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }

    /// The best of the ratio's continued fraction: at most `longestPeriod` output pixels, and as few input pixels as need be.
    private static func ratio(near scale: Double) -> (outputs: Int, inputs: Int) {
        var (before, best) = ((outputs: 0, inputs: 1), (outputs: 1, inputs: 0))
        var rest = scale
        for _ in 0..<32 {
            let whole = rest.rounded(.down)
            guard whole < 1e9 else { break }
            let next = (
                outputs: Int(whole) * best.outputs + before.outputs, inputs: Int(whole) * best.inputs + before.inputs
            )
            if next.inputs > 1 << 30 || next.outputs > longestPeriod && best.inputs > 0 && best.outputs > 0 { break }
            (before, best) = (best, next)
            if Double(best.outputs) / Double(best.inputs) == scale { break }
            let fraction = rest - whole
            if fraction < 1e-12 { break }
            rest = 1 / fraction
        }
        return best.outputs > 0 && best.inputs > 0 ? best : (1, max(1, Int((1 / scale).rounded())))
    }
}
