import Foundation
import Pixels

/// The first half of a reduction: computes a small result for every block of an area's pixels.
///
/// `BlockGrid` states which pixels a block has, and where its result is: a cell of w × h pixels, which is the
/// quantity's cell size. `ReductionResult` combines the cells.
///
/// The cell of a sum has the sum rounded to floats, and the rounding error. If largest values are also computed, they
/// are the third pixel. The cell of a histogram has the numbers of pixels, row by row. That of a weighted histogram has
/// the sums rounded to floats, followed by the rounding errors of all of them. The cell of bounds has the left, bottom,
/// right and top edge of the rectangle, relative to the block's lower left corner.
package struct BlockReduction: StoredPixelOperator {
    /// The quantity to compute.
    package let quantity: ReductionQuantity
    /// The image to reduce.
    package let input: ImageNode
    /// The blocks of the area, and the cells of their results.
    let grid: BlockGrid

    /// The pixels to reduce.
    package var area: PixelRect { grid.area }
    /// Number of columns of a block, at least 1.
    package var blockWidth: Int { grid.blockWidth }
    /// Number of rows of a block, at least 1.
    package var blockHeight: Int { grid.blockHeight }

    /// Creates a reduction of the pixels of `area`.
    package init(_ quantity: ReductionQuantity, of input: ImageNode, area: PixelRect, blockWidth: Int, blockHeight: Int)
    {
        (self.quantity, self.input) = (quantity, input)
        grid = BlockGrid(area: area, block: (blockWidth, blockHeight), cell: quantity.cell)
    }

    /// Name for descriptions and error messages.
    package var name: String { "reduction of blocks" }
    /// The image to reduce.
    package var inputs: [ImageNode] { [input] }
    /// Returns the same reduction of another image.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        BlockReduction(quantity, of: images[0], area: area, blockWidth: blockWidth, blockHeight: blockHeight)
    }
    /// One step for each pixel of a block.
    package var workPerPixel: Double { grid.pixelsPerCellPixel }
    /// The quantity, area and blocks.
    package var identity: AnyHashable? { Identity(quantity: quantity, grid: grid) }
    private struct Identity: Hashable {
        let quantity: ReductionQuantity
        let grid: BlockGrid
    }
    /// True: sums and counts aren't colours.
    package var needsFullPrecision: Bool { true }

    /// The rectangle of all cells.
    package var extent: CGRect { grid.extent.cgRect }

    /// Returns the pixels of the blocks whose cells `output` touches.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        grid.regionOfInterest(for: output)
    }

    /// Computes the cells of `region`.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = inputs.first ?? .transparent
        if sumsColumns {
            return try sumColumns(region, into: output) { BlockPixels($0, of: image).sumColumns(of: $0, into: $1) }
        }
        try reduceBlocks(region, into: output) { part, cell in
            BlockPixels(part, of: image).reduce(quantity, block: (blockWidth, blockHeight), into: cell)
        }
    }

    /// Returns the format of cells if the quantity is computed from bytes without generated code.
    package func resultFormat(reading format: PixelFormat) -> PixelFormat? {
        switch quantity {
        case .redBounds, .histogram: format.isFourBytes ? .RGBAf : nil
        case .sum, .minimum, .maximum, .extremes, .sumAndMaximum, .minimumAlpha, .maximumAlpha, .weightedHistogram:
            nil
        }
    }

    /// Computes the cells of `region` from bytes.
    package func render(stored inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        guard let image = inputs.first, let output = output.raster else { return }
        try reduceBlocks(region, into: output, startsAtTop: image.bytesPerRow < 0) { part, cell in
            guard let bytes = BlockBytes(part, of: image) else { return }
            if case .histogram(let bins) = quantity {
                bytes.count(bins, into: cell)
            } else {
                cell[0] = bytes.redBounds(in: (blockWidth, blockHeight))
            }
        }
    }

    /// Fills `region` with cells. `reduce` is called with the pixels of each block that the region touches, and with
    /// the block's cell, which is initially zero.
    ///
    /// - Parameter startsAtTop: Whether the upper blocks come first; see `BlockGrid.fill`.
    package func reduceBlocks(
        _ region: PixelRect, into output: Raster, startsAtTop: Bool = false,
        reduce: (_ pixels: PixelRect, _ cell: UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
    ) throws {
        try grid.fill(region, of: output, startsAtTop: startsAtTop, reduce: reduce)
    }

    /// Whether the reduction sums columns, for which `sumColumns` is faster than `reduceBlocks`.
    package var sumsColumns: Bool { quantity == .sum && blockWidth == 1 }

    /// Fills `region` with the cells of column sums. `sum` is called with the pixels of each row of blocks, and with
    /// one sum per column, initially zero.
    package func sumColumns(
        _ region: PixelRect, into output: Raster,
        sum: (_ pixels: PixelRect, _ sums: UnsafeMutablePointer<SIMD4<Double>>) -> Void
    ) throws {
        try grid.fillColumns(region, of: output, sum: sum)
    }

    /// Returns each double rounded to a float, and the rounding error as a float.
    package static func split(_ sum: SIMD4<Double>) -> (SIMD4<Float>, SIMD4<Float>) {
        let high = SIMD4<Float>(sum)
        let low = SIMD4<Float>(sum - SIMD4<Double>(high))
        // The difference of infinities is NaN; their rounding error is 0.
        return (high, low.replacing(with: 0, where: low .!= low))
    }
}
