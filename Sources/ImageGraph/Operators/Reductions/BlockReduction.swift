import Foundation
import Pixels

/// The first half of a reduction: one small result for every block of an area's pixels.
///
/// Blocks are cut at whole multiples of their size, counted from the origin, whatever the area and the tiles are, so that results don't depend
/// on tiles or threads; and no more of the image is needed at a time than the blocks of a tile. Block (i, j) covers pixels
/// from (i · `blockWidth`, j · `blockHeight`); its result is the cell of pixels that starts at (i · w, j · h), with the quantity's
/// cell size w × h. `ReductionResult` puts the cells together.
///
/// A sum's cell has the sum as a float, and what the float lacks. A histogram's has the numbers of pixels, 64 bins a row.
public struct BlockReduction: NativeOperator {
    /// What is computed.
    public let quantity: ReductionQuantity
    /// The image that is reduced.
    public let input: ImageNode
    /// The pixels that count.
    public let area: PixelRect
    /// Columns of a block; at least 1.
    public let blockWidth: Int
    /// Rows of a block; at least 1.
    public let blockHeight: Int

    /// A reduction of the pixels of `area`.
    public init(_ quantity: ReductionQuantity, of input: ImageNode, area: PixelRect, blockWidth: Int, blockHeight: Int)
    {
        precondition(blockWidth > 0 && blockHeight > 0, "blocks need pixels")
        (self.quantity, self.input, self.area) = (quantity, input, area)
        (self.blockWidth, self.blockHeight) = (blockWidth, blockHeight)
    }

    /// Name for descriptions and errors.
    public var name: String { "reduction of blocks" }
    /// The image that is reduced.
    public var inputs: [ImageNode] { [input] }
    /// The same reduction of another image.
    public func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        BlockReduction(quantity, of: images[0], area: area, blockWidth: blockWidth, blockHeight: blockHeight)
    }
    /// Quantity, area and blocks.
    public var identity: AnyHashable? {
        Identity(quantity: quantity, area: area, width: blockWidth, height: blockHeight)
    }
    private struct Identity: Hashable {
        let quantity: ReductionQuantity
        let area: PixelRect
        let width: Int
        let height: Int
    }
    /// Sums and counts.
    public var needsFullPrecision: Bool { true }

    /// Columns and rows of blocks that the area touches.
    public var blocks: PixelRect {
        if area.isEmpty { return .empty }
        let (left, bottom) = (area.x.flooredQuotient(by: blockWidth), area.y.flooredQuotient(by: blockHeight))
        return PixelRect(
            x: left, y: bottom, width: (area.maxX - 1).flooredQuotient(by: blockWidth) + 1 - left,
            height: (area.maxY - 1).flooredQuotient(by: blockHeight) + 1 - bottom)
    }

    /// All cells.
    public var extent: CGRect { cells(of: blocks).cgRect }

    private func cells(of blocks: PixelRect) -> PixelRect {
        let cell = quantity.cell
        return PixelRect(
            x: blocks.x * cell.width, y: blocks.y * cell.height, width: blocks.width * cell.width,
            height: blocks.height * cell.height)
    }

    private func blocks(of output: PixelRect) -> PixelRect {
        if output.isEmpty { return .empty }
        let cell = quantity.cell
        let (left, bottom) = (output.x.flooredQuotient(by: cell.width), output.y.flooredQuotient(by: cell.height))
        return PixelRect(
            x: left, y: bottom, width: (output.maxX - 1).flooredQuotient(by: cell.width) + 1 - left,
            height: (output.maxY - 1).flooredQuotient(by: cell.height) + 1 - bottom
        ).intersection(self.blocks)
    }

    private func pixels(of blocks: PixelRect) -> PixelRect {
        PixelRect(
            x: blocks.x * blockWidth, y: blocks.y * blockHeight, width: blocks.width * blockWidth,
            height: blocks.height * blockHeight
        ).intersection(area)
    }

    /// The blocks whose cells `output` touches.
    public func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull { return .null }
        let needed = output.isInfinite ? blocks : blocks(of: PixelRect(enclosing: output))
        let part = pixels(of: needed)
        return part.isEmpty ? .null : part.cgRect
    }

    /// Reduces the blocks of the region's cells.
    public func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = inputs.first ?? Raster(bounds: .empty)
        reduceBlocks(region, into: output) { part, cell in reduce(part, of: image, into: cell) }
    }

    /// Fills `region` with the cells that `reduce` makes of the pixels of each block that the region touches.
    public func reduceBlocks(
        _ region: PixelRect, into output: Raster,
        reduce: (_ pixels: PixelRect, _ cell: UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
    ) {
        let (width, height) = quantity.cell
        output.fill(region, with: .zero)
        let blocks = blocks(of: region)
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width * height) { cell in
            for row in blocks.y..<blocks.maxY {
                for column in blocks.x..<blocks.maxX {
                    let block = PixelRect(x: column, y: row, width: 1, height: 1)
                    reduce(pixels(of: block), cell)
                    let place = cells(of: block)
                    let raster = Raster(bounds: place, pixels: cell.baseAddress!, stride: width, keeping: nil)
                    output.window(region).copy(from: raster)
                }
            }
        }
    }

    private func reduce(
        _ part: PixelRect, of image: Raster, into cell: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        func forEach(_ body: (SIMD4<Float>) -> Void) {
            let known = part.intersection(image.bounds)
            for y in known.y..<known.maxY {
                let row = image.row(y) + (known.x - image.bounds.x)
                for x in 0..<known.width { body(row[x]) }
            }
        }
        switch quantity {
        case .sum:
            var sum = SIMD4<Double>.zero
            forEach { sum += SIMD4<Double>($0) }
            (cell[0], cell[1]) = Self.split(sum)
        case .minimum, .maximum, .minimumAlpha, .maximumAlpha:
            var value = quantity.start
            forEach { value = quantity.combining(value, $0) }
            cell[0] = value
        case .histogram(let bins):
            cell.update(repeating: .zero)
            let count = Float(bins)
            forEach { pixel in
                // Comparisons with NaN are false, so that it becomes 0.
                let place = (pixel * count).replacing(with: Float(0), where: .!(pixel .> 0))
                let bin = place.replacing(with: count - 1, where: place .> count - 1)
                for component in 0..<4 { cell[Int(bin[component])][component] += 1 }
            }
        }
    }

    /// A double as a float and what the float lacks.
    public static func split(_ sum: SIMD4<Double>) -> (SIMD4<Float>, SIMD4<Float>) {
        let high = SIMD4<Float>(sum)
        let low = SIMD4<Float>(sum - SIMD4<Double>(high))
        // An infinity lacks nothing.
        return (high, low.replacing(with: 0, where: low .!= low))
    }
}
