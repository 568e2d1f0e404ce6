import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The first half of mean positions: for every block of 64 × 64 pixels, the count and the summed positions of the
/// pixels that carry each number.
///
/// A pixel of the input carries the whole number in red, unless its alpha is 0. The block that starts at (64 i, 64 j)
/// has n cells, one for each number, from (n i, j) to the right. A cell holds the sum of x − 64 i in red, of y − 64 j
/// in green, and the number of pixels in blue, all exact in floats. Blocks are counted from the origin, so results
/// don't depend on tiles or threads.
struct LabelPositionSums: NativeOperator {
    /// Rows and columns of a block: sums below 64³ are exact in floats.
    static let blockSize = 64

    /// The image that carries the numbers.
    let image: ImageNode
    /// How many numbers there are, counted from 0.
    let memberships: Int
    /// Columns and rows of blocks that the image touches.
    let blocks: PixelRect

    init(of image: ImageNode, memberships: Int) {
        let pixels = PixelRect(enclosing: image.extent)
        (self.image, self.memberships) = (image, memberships)
        blocks = Self.blocks(of: pixels, Self.blockSize, Self.blockSize)
    }

    private init(_ image: ImageNode, like other: LabelPositionSums) {
        (self.image, memberships, blocks) = (image, other.memberships, other.blocks)
    }

    let name = "sums of positions"
    var inputs: [ImageNode] { [image] }
    var identity: AnyHashable? { [memberships, blocks.x, blocks.y, blocks.width, blocks.height] }
    var needsFullPrecision: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { LabelPositionSums(images[0], like: self) }

    /// The extent of all cells.
    var extent: CGRect {
        CGRect(
            x: blocks.x * memberships, y: blocks.y, width: blocks.width * memberships, height: blocks.height)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || blocks.isEmpty { return .null }
        let all = PixelRect(enclosing: extent)
        let part = output.isInfinite ? all : PixelRect(enclosing: output).intersection(all)
        let needed = Self.blocks(of: part, memberships, 1)
        let size = Self.blockSize
        return PixelRect(
            x: needed.x * size, y: needed.y * size, width: needed.width * size, height: needed.height * size
        ).cgRect
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let pixels = inputs.first ?? Raster(bounds: .empty)
        let needed = Self.blocks(of: region, memberships, 1)
        var cells = [SIMD4<Float>](repeating: .zero, count: memberships)
        let meter = WorkMeter.current
        for row in needed.y..<needed.maxY {
            for column in needed.x..<needed.maxX {
                try meter?.check()
                sum(column, row, pixels, &cells)
                for number in 0..<memberships {
                    let x = column * memberships + number
                    if x >= region.x, x < region.maxX { output[x, row] = cells[number] }
                }
            }
        }
    }

    private func sum(_ column: Int, _ row: Int, _ pixels: Raster, _ cells: inout [SIMD4<Float>]) {
        for number in cells.indices { cells[number] = .zero }
        let size = Self.blockSize
        let block = PixelRect(x: column * size, y: row * size, width: size, height: size)
        let known = block.intersection(pixels.bounds)
        for y in known.y..<known.maxY {
            let line = pixels.row(y) - pixels.bounds.x
            for x in known.x..<known.maxX where line[x].w > 0 {
                let number = Int(min(max(0, line[x].x), Float(memberships - 1)))
                cells[number] += SIMD4(Float(x - block.x), Float(y - block.y), 1, 0)
            }
        }
    }

    private static func blocks(of part: PixelRect, _ width: Int, _ height: Int) -> PixelRect {
        if part.isEmpty { return .empty }
        let (left, bottom) = (part.x.flooredQuotient(by: width), part.y.flooredQuotient(by: height))
        return PixelRect(
            x: left, y: bottom, width: (part.maxX - 1).flooredQuotient(by: width) + 1 - left,
            height: (part.maxY - 1).flooredQuotient(by: height) + 1 - bottom)
    }
}
