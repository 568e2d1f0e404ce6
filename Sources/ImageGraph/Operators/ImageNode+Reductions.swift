import Foundation
import Pixels

/// Numbers about the pixels of an area, as small images whose lower left corner is the origin.
///
/// An area is rounded outwards to whole pixels; what of it lies outside the image counts as transparent pixels. An infinite one stands for
/// the image's extent. Premultiplied values are looked at. The image is read once, block by block on all threads, and need not fit in
/// memory; results are the same, bit for bit, for any tiles and threads. An empty area gives an empty image.
extension ImageNode {
    /// One pixel: the mean of the pixels of `area`, exact to a float.
    public func areaAverage(of area: CGRect) -> ImageNode { reduced(.sum, area) { 1 / Double($0.area) } }

    /// One pixel: the sum of the pixels of `area`, exact to a float.
    public func areaSum(of area: CGRect) -> ImageNode { reduced(.sum, area) { _ in 1 } }

    /// One pixel: the smallest value of each component in `area`.
    public func areaMinimum(of area: CGRect) -> ImageNode { reduced(.minimum, area) }

    /// One pixel: the largest value of each component in `area`.
    public func areaMaximum(of area: CGRect) -> ImageNode { reduced(.maximum, area) }

    /// Two pixels: the smallest value of each component in `area`, and the largest.
    public func areaExtremes(of area: CGRect) -> ImageNode { reduced(.extremes, area) }

    /// Two pixels: the mean of the pixels of `area`, exact to a float, and the largest value of each component.
    public func areaAverageAndMaximum(of area: CGRect) -> ImageNode {
        reduced(.sumAndMaximum, area) { 1 / Double($0.area) }
    }

    /// One pixel: left, bottom, width and height of the smallest rectangle around the pixels of `area` whose red isn't 0, in working
    /// space; zeros where there are none.
    public func areaRedBounds(of area: CGRect) -> ImageNode { reduced(.redBounds, area) }

    /// One pixel: the one with the smallest alpha in `area`.
    public func areaMinimumAlpha(of area: CGRect) -> ImageNode { reduced(.minimumAlpha, area) }

    /// One pixel: the one with the largest alpha in `area`.
    public func areaMaximumAlpha(of area: CGRect) -> ImageNode { reduced(.maximumAlpha, area) }

    /// `bins` × 1 pixels: component c of pixel b is `scale` times the part of the pixels of `area` whose component c lies in bin b, of
    /// equal parts of 0…1. Smaller values count in the first bin, larger ones in the last.
    ///
    /// - Parameter bins: held between 1 and 2048.
    public func histogram(of area: CGRect, bins: Int = 256, scale: Double = 1) -> ImageNode {
        let bins = min(max(bins, 1), 2048)
        return reduced(.histogram(bins: bins), area, block: Self.block(bins)) { scale / Double($0.area) }
    }

    /// As `histogram(of:bins:scale:)`, of colours that aren't premultiplied, with every pixel counting as much as its alpha; exact to a
    /// float. Pixels whose alpha isn't above 0 and finite don't count.
    public func alphaWeightedHistogram(of area: CGRect, bins: Int = 256, scale: Double = 1) -> ImageNode {
        let bins = min(max(bins, 1), 2048)
        return reduced(.weightedHistogram(bins: bins), area, block: Self.block(bins)) { scale / Double($0.area) }
    }

    /// Blocks large enough for a histogram of them to be small beside them.
    private static func block(_ bins: Int) -> (Int, Int) { bins > 256 ? (256, 256) : (128, 128) }

    /// A column of pixels, from the bottom up: the mean of each row of `area`.
    public func rowAverage(of area: CGRect) -> ImageNode {
        reduced(.sum, area, block: (2048, 1), shape: .rows) { 1 / Double($0.width) }
    }

    /// A row of pixels: the mean of each column of `area`.
    public func columnAverage(of area: CGRect) -> ImageNode {
        reduced(.sum, area, block: (1, 256), shape: .columns) { 1 / Double($0.height) }
    }

    private func reduced(
        _ quantity: ReductionQuantity, _ area: CGRect, block: (Int, Int) = (64, 64),
        shape: ReductionResult.Shape = .whole, scale: (PixelRect) -> Double = { _ in 1 }
    ) -> ImageNode {
        let whole = PixelRect(enclosing: area.isInfinite ? extent : area)
        if whole.isEmpty { return .empty }
        let known = whole.intersection(PixelRect(enclosing: extent))
        // Rows and columns outside the image have results too.
        let part =
            switch shape {
            case .whole: known
            case .rows: PixelRect(x: known.x, y: whole.y, width: known.width, height: whole.height)
            case .columns: PixelRect(x: whole.x, y: known.y, width: whole.width, height: known.height)
            }
        let reduction = BlockReduction(quantity, of: self, area: part, blockWidth: block.0, blockHeight: block.1)
        let result = ReductionResult(
            of: reduction, shape: shape, transparentCount: whole.area - known.area, scale: scale(whole))
        return .native(result, extent: result.extent)
    }
}
