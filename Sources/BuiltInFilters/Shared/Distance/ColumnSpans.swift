import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The first and last rows of a mask in each column of pixels, for blocks of 64 rows. With them, distances over many
/// rows are found quickly.
///
/// Pixel (x, j) describes the rows from 64 j on, counted from there. Red holds 64 minus the first row in the mask,
/// green the last one plus 1; both are 0 if no row is in the mask. Blue holds the first row outside the mask, alpha 63
/// minus the last one; both are 64 if no row is outside. So a transparent pixel describes the area outside the image
/// correctly: nothing there is in the mask. A pixel is in the mask if its red is above 0.
struct ColumnSpans: NativeOperator {
    /// Number of rows in a block.
    static let blockHeight = 64

    /// The mask.
    let mask: ImageNode

    let name = "spans in columns"
    var inputs: [ImageNode] { [mask] }
    var identity: AnyHashable? { name }
    /// One step for each row of a block.
    var workPerPixel: Double { Double(Self.blockHeight) }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { ColumnSpans(mask: images[0]) }

    /// The image node of the operator, one row for each block that the mask touches.
    var node: ImageNode {
        if mask.extent.isInfinite { return .native(self, extent: .infinite) }
        let pixels = PixelRect(enclosing: mask.extent)
        if pixels.isEmpty { return .empty }
        let blocks = Self.blocks(pixels.y..<pixels.maxY)
        let extent = PixelRect(x: pixels.x, y: blocks.lowerBound, width: pixels.width, height: blocks.count)
        return .native(self, extent: extent.cgRect)
    }

    /// Returns the blocks that contain these rows.
    static func blocks(_ rows: Range<Int>) -> Range<Int> {
        let first = rows.lowerBound.flooredQuotient(by: blockHeight)
        return first..<max(first, (rows.upperBound - 1).flooredQuotient(by: blockHeight) + 1)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        let height = Self.blockHeight
        return PixelRect(x: part.x, y: part.y * height, width: part.width, height: part.height * height).cgRect
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let rows = PixelRect(enclosing: regionOfInterest(ofInput: 0, for: region.cgRect))
        let pixels = (inputs.first ?? Raster(bounds: .empty)).covering(rows)
        let height = Self.blockHeight
        let meter = WorkMeter.current
        for block in region.y..<region.maxY {
            try meter?.check()
            let target = output.row(block) - output.bounds.x
            for x in region.x..<region.maxX { target[x] = SIMD4(0, 0, Float(height), Float(height)) }
            for row in 0..<height {
                let source = pixels.row(block * height + row) - pixels.bounds.x
                for x in region.x..<region.maxX {
                    if source[x].x > 0 {
                        target[x].x = max(target[x].x, Float(height - row))
                        target[x].y = Float(row + 1)
                    } else {
                        target[x].z = min(target[x].z, Float(row))
                        target[x].w = Float(height - 1 - row)
                    }
                }
            }
        }
    }
}
