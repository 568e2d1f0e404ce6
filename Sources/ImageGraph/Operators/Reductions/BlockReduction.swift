import Foundation
import Pixels

/// The first half of a reduction: one small result for every block of an area's pixels.
///
/// Blocks are cut at whole multiples of their size, counted from the origin, whatever the area and the tiles are, so
/// that results don't depend on tiles or threads; and no more of the image is needed at a time than the blocks of a
/// tile. Block (i, j) covers pixels from (i · `blockWidth`, j · `blockHeight`); its result is the cell of pixels that
/// starts at (i · w, j · h), with the quantity's cell size w × h. `ReductionResult` puts the cells together.
///
/// A sum's cell has the sum as a float, and what the float lacks; one of sums and largest values has the latter as
/// its third pixel. A histogram's has the numbers of pixels, row by row; a weighted one's the sums as floats, and
/// behind all of them what the floats lack. One of bounds has the rectangle's left, bottom, right and top edge,
/// counted from the block's lower left corner.
public struct BlockReduction: NativeOperator {
    /// What is computed.
    public let quantity: ReductionQuantity
    /// The image that is reduced.
    public let input: ImageNode
    /// Blocks and cells.
    let grid: BlockGrid

    /// The pixels that count.
    public var area: PixelRect { grid.area }
    /// Columns of a block; at least 1.
    public var blockWidth: Int { grid.blockWidth }
    /// Rows of a block; at least 1.
    public var blockHeight: Int { grid.blockHeight }

    /// A reduction of the pixels of `area`.
    public init(_ quantity: ReductionQuantity, of input: ImageNode, area: PixelRect, blockWidth: Int, blockHeight: Int)
    {
        (self.quantity, self.input) = (quantity, input)
        grid = BlockGrid(area: area, block: (blockWidth, blockHeight), cell: quantity.cell)
    }

    /// Name for descriptions and errors.
    public var name: String { "reduction of blocks" }
    /// The image that is reduced.
    public var inputs: [ImageNode] { [input] }
    /// The same reduction of another image.
    public func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        BlockReduction(quantity, of: images[0], area: area, blockWidth: blockWidth, blockHeight: blockHeight)
    }
    /// A step for each pixel of a block.
    public var stepsPerPixel: Double { grid.pixelsPerCellPixel }
    /// Quantity, area and blocks.
    public var identity: AnyHashable? { Identity(quantity: quantity, grid: grid) }
    private struct Identity: Hashable {
        let quantity: ReductionQuantity
        let grid: BlockGrid
    }
    /// Sums and counts.
    public var needsFullPrecision: Bool { true }

    /// All cells.
    public var extent: CGRect { grid.extent.cgRect }

    /// The blocks whose cells `output` touches.
    public func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        grid.regionOfInterest(for: output)
    }

    /// Reduces the blocks of the region's cells.
    public func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = inputs.first ?? Raster(bounds: .empty)
        if sumsColumns {
            return try sumColumns(region, into: output) { BlockPixels($0, of: image).sumColumns(of: $0, into: $1) }
        }
        try reduceBlocks(region, into: output) { part, cell in
            BlockPixels(part, of: image).reduce(quantity, block: (blockWidth, blockHeight), into: cell)
        }
    }

    /// Fills `region` with the cells that `reduce` makes of the pixels of each block that the region touches; cells are zero before.
    public func reduceBlocks(
        _ region: PixelRect, into output: Raster,
        reduce: (_ pixels: PixelRect, _ cell: UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
    ) throws {
        try grid.fill(region, of: output, reduce: reduce)
    }

    /// Whether the sums of columns are wanted, which `sumColumns` is quicker for.
    public var sumsColumns: Bool { quantity == .sum && blockWidth == 1 }

    /// Fills `region` with the cells of the sums that `sum` makes of the columns of a row of blocks; the sums are zero before.
    public func sumColumns(
        _ region: PixelRect, into output: Raster,
        sum: (_ pixels: PixelRect, _ sums: UnsafeMutablePointer<SIMD4<Double>>) -> Void
    ) throws {
        try grid.fillColumns(region, of: output, sum: sum)
    }

    /// A double as a float and what the float lacks.
    public static func split(_ sum: SIMD4<Double>) -> (SIMD4<Float>, SIMD4<Float>) {
        let high = SIMD4<Float>(sum)
        let low = SIMD4<Float>(sum - SIMD4<Double>(high))
        // An infinity lacks nothing.
        return (high, low.replacing(with: 0, where: low .!= low))
    }
}
