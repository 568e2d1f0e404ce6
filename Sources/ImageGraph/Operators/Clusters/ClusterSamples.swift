import Foundation
import Pixels

/// Evenly spread sample pixels of an area. The area is divided into 24 columns and 24 rows of equal parts (fewer if it
/// has fewer pixels), and the pixel in the middle of each part is taken.
///
/// Pixel (i, j) of the result is from column i from the left and row j from below. The samples represent the area's
/// colours where reading all of them would take too long.
struct ClusterSamples: NativeOperator {
    private let image: ImageNode
    private let area: PixelRect

    /// Maximum number of columns and of rows.
    static let maximumLineCount = 24

    init(of image: ImageNode, area: PixelRect) { (self.image, self.area) = (image, area) }

    let name = "samples"
    var inputs: [ImageNode] { [image] }
    var identity: AnyHashable? { area }
    /// The choice of seeds depends on small differences.
    var needsFullPrecision: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { ClusterSamples(of: images[0], area: area) }

    private var columns: Int { min(area.width, Self.maximumLineCount) }
    private var rows: Int { min(area.height, Self.maximumLineCount) }

    /// Bounds of all samples.
    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: columns, height: rows) }

    func column(_ index: Int) -> Int { area.x + (2 * index + 1) * area.width / (2 * columns) }
    func row(_ index: Int) -> Int { area.y + (2 * index + 1) * area.height / (2 * rows) }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        let part = output.isInfinite ? bounds : PixelRect(enclosing: output).intersection(bounds)
        if part.isEmpty { return .null }
        let (left, bottom) = (column(part.x), row(part.y))
        return PixelRect(
            x: left, y: bottom, width: column(part.maxX - 1) + 1 - left, height: row(part.maxY - 1) + 1 - bottom
        ).cgRect
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let pixels = inputs.first ?? .transparent
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX { output[x, y] = pixels[column(x), row(y)] }
        }
    }
}
