import Foundation
import Pixels

/// Blurs that work on fewer pixels.
extension ImageNode {
    /// Averages and keeps every k-th pixel of every k-th row, applies `change` to these, and interpolates between the
    /// results.
    func decimated(
        _ decimation: LineDecimation, name: String, _ change: (_ small: ImageNode) -> ImageNode
    ) -> ImageNode {
        // Downwards, columns come first, because sums of whole rows are the cheapest and leave few rows for the others.
        // Upwards, columns come first too, while rows are still short.
        var small = self
        var edges = repeatedEdges
        for (factor, weights) in decimation.averages {
            small = small.resampled(.vertical, [weights], step: factor, name: name)
                .resampled(.horizontal, [weights], step: factor, name: name)
            edges = edges?.averaged(by: weights, step: factor)
        }
        // Averages that lie wholly outside of a clamped image are all equal. Without this clamp, the full-size pixels
        // of each would be computed.
        if let edges { small = small.clamped(to: edges.cgRect) }
        return change(small).resampled(.vertical, decimation.interpolation, name: name)
            .resampled(.horizontal, decimation.interpolation, name: name)
    }

    /// The pixels of a clamped image outside of which it repeats its edges; nil for other images.
    private var repeatedEdges: PixelRect? {
        guard case .clamp(_, let rect) = operation, !rect.isInfinite, rect == rect.enclosingWholePixels else {
            return nil
        }
        return PixelRect(enclosing: rect)
    }

    /// Returns a line convolution whose extent is everything that its weights reach.
    func resampled(
        _ axis: LineConvolution.Axis, _ sets: [LineConvolution.WeightSet], step: Int = 1, name: String
    ) -> ImageNode {
        let operation = LineConvolution(name: name, input: self, axis: axis, weightSets: sets, step: step)
        guard !extent.isInfinite else { return .native(operation, extent: .infinite) }
        let box = extent.enclosingWholePixels
        let scale = CGFloat(sets.count) / CGFloat(step)
        let first = CGFloat(sets.map(\.first).min() ?? 0)
        let last = CGFloat(sets.map { $0.first + $0.weights.count }.max() ?? 0)
        // Input pixel i reaches the output positions whose weights include it: between (i − last)·scale
        // and (i − first + step)·scale.
        func line(_ low: CGFloat, _ high: CGFloat) -> (CGFloat, CGFloat) {
            (((low - last) * scale).rounded(.down), ((high - first + CGFloat(step)) * scale).rounded(.up))
        }
        let (left, right) = axis == .horizontal ? line(box.minX, box.maxX) : (box.minX, box.maxX)
        let (bottom, top) = axis == .vertical ? line(box.minY, box.maxY) : (box.minY, box.maxY)
        return .native(operation, extent: CGRect(x: left, y: bottom, width: right - left, height: top - bottom))
    }
}

extension PixelRect {
    /// Returns the averages outside of which all are equal along a line, if the pixels outside of this rectangle repeat
    /// its edges: those whose weights reach into it, and the next one on each side.
    fileprivate func averaged(by weights: LineConvolution.WeightSet, step: Int) -> PixelRect {
        func line(_ pixels: Range<Int>) -> Range<Int> {
            let first = (pixels.lowerBound - weights.first - weights.weights.count + 1).flooredQuotient(by: step)
            let last = -(weights.first - (pixels.upperBound - 1)).flooredQuotient(by: step)
            return first..<max(first, last) + 1
        }
        let (columns, rows) = (line(x..<maxX), line(y..<maxY))
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
