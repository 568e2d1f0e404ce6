import Foundation
import ImageGraph
import Pixels

/// Where a mask begins and ends in each column of pixels, by blocks of 64 rows: what distances over many rows are found
/// from quickly.
///
/// Pixel (x, j) is about the rows from 64 j on, counted from there: red holds 64 minus the first row in the mask, green
/// one more than the last one, each 0 where there is none; blue holds the first row that isn't in the mask, alpha 63
/// minus the last one, each 64 where there is none. So a transparent pixel says what is true outside the image: nothing
/// is in the mask. A pixel of the mask has a red above 0.
struct ColumnSpans: NativeOperator {
    /// Rows of a block.
    static let blockHeight = 64

    /// The mask.
    let mask: ImageNode

    let name = "spans in columns"
    var inputs: [ImageNode] { [mask] }
    var identity: AnyHashable? { name }
    /// A step for each row of a block.
    var stepsPerPixel: Double { Double(Self.blockHeight) }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { ColumnSpans(mask: images[0]) }

    /// The recipe.
    var node: ImageNode {
        if mask.extent.isInfinite { return .native(self, extent: .infinite) }
        let pixels = PixelRect(enclosing: mask.extent)
        if pixels.isEmpty { return .empty }
        let blocks = Self.blocks(pixels.y..<pixels.maxY)
        let extent = PixelRect(x: pixels.x, y: blocks.lowerBound, width: pixels.width, height: blocks.count)
        return .native(self, extent: extent.cgRect)
    }

    /// The blocks that hold these rows.
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
