import Foundation
import Pixels

/// Minima and maxima over neighbourhoods, component by component of premultiplied pixels. Images are transparent
/// outside of their extents.
extension ImageNode {
    /// Returns the extremum over discs: of all pixels whose centres are within `radius` pixels of each pixel's centre.
    ///
    /// Discs with a radius above 12 pixels are composed of smaller ones, so that the cost grows more slowly than the
    /// radius. The extent of a maximum grows by the radius in whole pixels; that of a minimum stays. A radius below 1,
    /// or one that isn't finite, returns the image itself; the largest is 1000.
    package func discExtremum(_ extremum: Extremum, radius: Double) -> ImageNode {
        guard radius >= 1, radius.isFinite, !extent.isNull else { return self }
        let radius = min(radius, 1000, largestUsefulRadius(extremum))
        return disc(extremum, radius: radius, extent: grown(extremum, columns: Int(radius), rows: Int(radius)))
    }

    /// Returns the radius above which a larger one gives the same minimum, because the disc around every pixel then
    /// contains the whole image as well as transparent pixels. It is infinite for a maximum, whose extent grows with
    /// the radius.
    private func largestUsefulRadius(_ extremum: Extremum) -> Double {
        if extremum == .maximum || extent.isInfinite { return .infinity }
        let box = extent.enclosingWholePixels
        return (Double(box.width) * Double(box.width) + Double(box.height) * Double(box.height)).squareRoot() + 1
    }

    // Up to this radius a disc is examined directly.
    private static let maximumPlainRadius = 12.0

    private func disc(_ extremum: Extremum, radius: Double, extent: CGRect) -> ImageNode {
        if radius <= Self.maximumPlainRadius {
            let disc = DiscExtremum(name: extremum.rawValue, input: self, extremum: extremum, radius: radius)
            return .native(disc, extent: extent)
        }
        let cover = DiscCover.cover(radius: radius)
        // Where a smaller disc reaches the image, its extremum is needed even if that is the smallest value, so its
        // extent grows as a maximum's.
        let reach = Int(cover.innerRadius)
        let inner = disc(
            extremum, radius: cover.innerRadius, extent: grown(.maximum, columns: reach, rows: reach))
        var layers = [ShiftedExtremum.Layer(inner, offsets: cover.innerCenters)]
        if !cover.singlePixels.isEmpty { layers.append(ShiftedExtremum.Layer(self, offsets: cover.singlePixels)) }
        return .native(
            ShiftedExtremum(name: extremum.rawValue, layers: layers, extremum: extremum), extent: extent)
    }

    /// Returns the extremum over rectangles of `2 · columns + 1` by `2 · rows + 1` pixels.
    ///
    /// The cost grows with the logarithm of the size. The extent of a maximum grows by `columns` and `rows`; that of a
    /// minimum stays. A number below 1 leaves its direction unchanged; the largest is 10 000.
    package func rectangleExtremum(_ extremum: Extremum, columns: Int, rows: Int) -> ImageNode {
        if extent.isNull { return self }
        var result = self
        for (axis, reach) in [(LineConvolution.Axis.vertical, rows), (.horizontal, columns)] where reach > 0 {
            let reach = min(reach, 10_000)
            let line = LineExtremum(
                name: extremum.rawValue, input: result, axis: axis, extremum: extremum, reach: reach)
            result = .native(
                line,
                extent: result.grown(
                    extremum, columns: axis == .horizontal ? reach : 0, rows: axis == .vertical ? reach : 0))
        }
        return result
    }

    /// Returns the extent of the result.
    private func grown(_ extremum: Extremum, columns: Int, rows: Int) -> CGRect {
        if extent.isInfinite { return extent }
        let box = extent.enclosingWholePixels
        return extremum == .minimum ? box : box.insetBy(dx: -CGFloat(columns), dy: -CGFloat(rows))
    }
}
