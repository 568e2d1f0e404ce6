import Foundation
import Pixels

/// Largest and smallest values of neighbourhoods, component by component of premultiplied pixels; outside the extent the image is
/// transparent.
extension ImageNode {
    /// The extremum over discs: of the pixels whose centres lie within `radius` of each pixel's centre.
    ///
    /// Discs of more than 12 pixels are made of smaller ones, so that the cost grows more slowly than the radius. The extent of a maximum grows by the
    /// radius in whole pixels, that of a minimum stays. A radius below 1, or one that isn't finite, gives the image itself; the largest is 1000.
    public func discExtremum(_ extremum: Extremum, radius: Double) -> ImageNode {
        guard radius >= 1, radius.isFinite, !extent.isNull else { return self }
        let radius = min(radius, 1000, farthestThatMatters(extremum))
        return disc(extremum, radius: radius, extent: grown(extremum, columns: Int(radius), rows: Int(radius)))
    }

    /// The radius from which on a larger one gives the same result: the disc around every pixel of the result holds all
    /// of the image, and transparent pixels as well. The result of a maximum grows with the radius, so that it has
    /// none.
    private func farthestThatMatters(_ extremum: Extremum) -> Double {
        if extremum == .maximum || extent.isInfinite { return .infinity }
        let box = extent.enclosingWholePixels
        return (Double(box.width) * Double(box.width) + Double(box.height) * Double(box.height)).squareRoot() + 1
    }

    // Up to here a disc is looked at as it is.
    private static let largestPlainRadius = 12.0

    private func disc(_ extremum: Extremum, radius: Double, extent: CGRect) -> ImageNode {
        if radius <= Self.largestPlainRadius {
            let disc = DiscExtremum(name: extremum.rawValue, input: self, extremum: extremum, radius: radius)
            return .native(disc, extent: extent)
        }
        let cover = DiscCover.cover(radius: radius)
        // Where a smaller disc touches the image, its extremum counts, be it the smallest value.
        let reach = Int(cover.innerRadius)
        let inner = disc(
            extremum, radius: cover.innerRadius, extent: grown(.maximum, columns: reach, rows: reach))
        var layers = [ShiftedExtremum.Layer(inner, offsets: cover.middles)]
        if !cover.pixels.isEmpty { layers.append(ShiftedExtremum.Layer(self, offsets: cover.pixels)) }
        return .native(
            ShiftedExtremum(name: extremum.rawValue, layers: layers, extremum: extremum), extent: extent)
    }

    /// The extremum over rectangles of `2 · columns + 1` by `2 · rows + 1` pixels.
    ///
    /// The cost grows with the logarithm of the size. The extent of a maximum grows by `columns` and `rows`, that of a minimum stays. Numbers below
    /// 1 leave that direction alone; the largest is 10 000.
    public func rectangleExtremum(_ extremum: Extremum, columns: Int, rows: Int) -> ImageNode {
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

    /// Where the result isn't transparent.
    private func grown(_ extremum: Extremum, columns: Int, rows: Int) -> CGRect {
        if extent.isInfinite { return extent }
        let box = extent.enclosingWholePixels
        return extremum == .minimum ? box : box.insetBy(dx: -CGFloat(columns), dy: -CGFloat(rows))
    }
}
