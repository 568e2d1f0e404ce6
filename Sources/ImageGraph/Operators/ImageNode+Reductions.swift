import Foundation
import Pixels

/// Reductions of the pixels of an area to small images, whose lower left corner is the origin.
///
/// An area is rounded outwards to whole pixels. The part of it outside of the image counts as transparent pixels. An
/// infinite area means the image's extent. Premultiplied values are used. The image is read once, block by block on all
/// threads, and need not fit in memory. Results are the same, bit for bit, for any tiles and threads. An empty area
/// returns an empty image.
extension ImageNode {
    /// Returns one pixel: the mean of the pixels of `area`, exact to a float.
    package func areaAverage(of area: CGRect) -> ImageNode { reduced(.sum, area) { 1 / Double($0.area) } }

    /// Returns one pixel: the sum of the pixels of `area`, exact to a float.
    package func areaSum(of area: CGRect) -> ImageNode { reduced(.sum, area) { _ in 1 } }

    /// Returns one pixel: the smallest value of each component in `area`.
    package func areaMinimum(of area: CGRect) -> ImageNode { reduced(.minimum, area) }

    /// Returns one pixel: the largest value of each component in `area`.
    package func areaMaximum(of area: CGRect) -> ImageNode { reduced(.maximum, area) }

    /// Returns two pixels: the smallest and the largest value of each component in `area`.
    package func areaExtremes(of area: CGRect) -> ImageNode { reduced(.extremes, area) }

    /// Returns two pixels: the mean of the pixels of `area`, exact to a float, and the largest value of each component.
    package func areaAverageAndMaximum(of area: CGRect) -> ImageNode {
        reduced(.sumAndMaximum, area) { 1 / Double($0.area) }
    }

    /// Returns one pixel: left, bottom, width and height, in working space, of the smallest rectangle around the pixels
    /// of `area` whose red isn't 0; zeros if there are none.
    package func areaRedBounds(of area: CGRect) -> ImageNode { reduced(.redBounds, area) }

    /// Returns one pixel: the pixel of `area` with the smallest alpha.
    package func areaMinimumAlpha(of area: CGRect) -> ImageNode { reduced(.minimumAlpha, area) }

    /// Returns one pixel: the pixel of `area` with the largest alpha.
    package func areaMaximumAlpha(of area: CGRect) -> ImageNode { reduced(.maximumAlpha, area) }

    /// Returns `bins` × 1 pixels. Component c of pixel b is `scale` times the fraction of the pixels of `area` whose
    /// component c lies in bin b, where bins are equal parts of 0…1. Smaller values count in the first bin, larger ones
    /// in the last.
    ///
    /// - Parameter bins: The number of bins, clamped to 1…2048.
    package func histogram(of area: CGRect, bins: Int = 256, scale: Double = 1) -> ImageNode {
        let bins = min(max(bins, 1), 2048)
        return reduced(.histogram(bins: bins), area, block: Self.block(bins)) { scale / Double($0.area) }
    }

    /// Returns a histogram like `histogram(of:bins:scale:)`, but of unpremultiplied colours weighted by their alphas;
    /// exact to a float. Pixels whose alpha isn't above 0 and finite are ignored.
    package func alphaWeightedHistogram(of area: CGRect, bins: Int = 256, scale: Double = 1) -> ImageNode {
        let bins = min(max(bins, 1), 2048)
        return reduced(.weightedHistogram(bins: bins), area, block: Self.block(bins)) { scale / Double($0.area) }
    }

    /// Width of blocks that are whole rows of most images, because memory is read fastest from end to end.
    private static let wideBlock = 8192

    /// Returns the size of blocks that are large compared with their histograms.
    private static func block(_ bins: Int) -> (Int, Int) { bins > 256 ? (512, 128) : (512, 64) }

    /// Returns a column of pixels, from the bottom up: the mean of each row of `area`.
    package func rowAverage(of area: CGRect) -> ImageNode {
        reduced(.sum, area, block: (Self.wideBlock, 1), shape: .rows) { 1 / Double($0.width) }
    }

    /// Returns a row of pixels: the mean of each column of `area`.
    package func columnAverage(of area: CGRect) -> ImageNode {
        reduced(.sum, area, block: (1, 1024), shape: .columns) { 1 / Double($0.height) }
    }

    private func reduced(
        _ quantity: ReductionQuantity, _ area: CGRect, block: (Int, Int) = (ImageNode.wideBlock, 4),
        shape: ReductionResult.Shape = .whole, scale: (PixelRect) -> Double = { _ in 1 }
    ) -> ImageNode {
        let whole = PixelRect(enclosing: area.isInfinite ? extent : area)
        if whole.isEmpty { return .empty }
        let known = whole.intersection(PixelRect(enclosing: extent))
        // Rows and columns outside of the image have results too.
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
