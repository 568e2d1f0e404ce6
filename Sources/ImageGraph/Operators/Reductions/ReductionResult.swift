import Foundation
import Pixels

/// The second half of a reduction: combines the cells of its blocks.
///
/// Cells are combined row by row from the lower left, so the result doesn't depend on the order in which they were
/// computed.
package struct ReductionResult: NativeOperator {
    /// The cells that are combined into one result.
    package enum Shape: Sendable, Hashable {
        /// All cells. The result is one pixel at the origin, or several from the origin to the right, such as the bins
        /// of a histogram.
        case whole
        /// The cells of a row of blocks, each one pixel high. The result is a column of pixels from the origin upwards.
        case rows
        /// The cells of a column of blocks, each one pixel wide. The result is a row of pixels from the origin to the
        /// right.
        case columns
    }

    /// The image of the blocks' cells.
    package let cells: ImageNode
    /// The reduction that computes the cells, without its image.
    package let reduction: BlockReduction
    /// The cells that are combined into one result.
    package let shape: Shape
    /// Number of transparent pixels outside of the image that also count.
    package let transparentCount: Int
    /// Factor of sums and counts.
    package let scale: Double

    /// Creates a result from the cells that `reduction` computes.
    package init(of reduction: BlockReduction, shape: Shape, transparentCount: Int, scale: Double) {
        self.init(
            cells: .native(reduction, extent: reduction.extent), reduction, shape: shape,
            transparentCount: transparentCount, scale: scale)
    }

    private init(cells: ImageNode, _ reduction: BlockReduction, shape: Shape, transparentCount: Int, scale: Double) {
        (self.cells, self.reduction, self.shape) = (cells, reduction.withoutImages, shape)
        (self.transparentCount, self.scale) = (transparentCount, scale)
    }

    /// Name for descriptions and error messages.
    package var name: String { "reduction" }
    /// The image of the blocks' cells.
    package var inputs: [ImageNode] { [cells] }
    /// Returns the same result from another image of cells.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ReductionResult(
            cells: images[0], reduction, shape: shape, transparentCount: transparentCount, scale: scale)
    }
    /// All properties except the cells.
    package var identity: AnyHashable? {
        Identity(reduction: reduction.identity, shape: shape, transparentCount: transparentCount, scale: scale)
    }
    private struct Identity: Hashable {
        let reduction: AnyHashable?
        let shape: Shape
        let transparentCount: Int
        let scale: Double
    }
    /// True: the results aren't colours.
    package var needsFullPrecision: Bool { true }

    /// Bounds of the result.
    package var extent: CGRect {
        switch shape {
        case .whole: return CGRect(x: 0, y: 0, width: reduction.quantity.resultWidth, height: 1)
        case .rows: return CGRect(x: 0, y: 0, width: 1, height: reduction.area.height)
        case .columns: return CGRect(x: 0, y: 0, width: reduction.area.width, height: 1)
        }
    }

    /// Returns the cells of the result's rows or columns, or all cells.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        let all = reduction.extent
        if output.isNull || all.isEmpty { return .null }
        let part = output.isInfinite ? PixelRect(enclosing: extent) : PixelRect(enclosing: output)
        let cell = reduction.quantity.cell
        switch shape {
        case .whole: return all
        case .rows:
            return CGRect(
                x: all.minX, y: CGFloat((reduction.area.y + part.y) * cell.height), width: all.width,
                height: CGFloat(part.height * cell.height))
        case .columns:
            return CGRect(
                x: CGFloat((reduction.area.x + part.x) * cell.width), y: all.minY,
                width: CGFloat(part.width * cell.width), height: all.height)
        }
    }

    /// Combines the cells of `region`.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let cells = inputs.first ?? .transparent
        let combination = CellCombination(
            grid: reduction.grid, quantity: reduction.quantity, shape: shape, transparentCount: transparentCount,
            scale: scale)
        let meter = WorkMeter.current
        for y in region.y..<region.maxY {
            let row = output.row(y) - output.bounds.x
            for x in region.x..<region.maxX {
                try meter?.check()
                row[x] = combination.result(x, y, cells)
            }
        }
    }
}

/// The arithmetic of a `ReductionResult`.
///
/// It has no references, since counting those for every pixel takes a twentieth of the time of averages of rows.
private struct CellCombination {
    let grid: BlockGrid
    let quantity: ReductionQuantity
    let shape: ReductionResult.Shape
    let transparentCount: Int
    let scale: Double

    /// Returns one pixel of the result.
    func result(_ x: Int, _ y: Int, _ cells: Raster) -> SIMD4<Float> {
        var blocks = grid.blocks
        switch shape {
        case .whole: break
        case .rows: blocks = PixelRect(x: blocks.x, y: grid.area.y + y, width: blocks.width, height: 1)
        case .columns: blocks = PixelRect(x: grid.area.x + x, y: blocks.y, width: 1, height: blocks.height)
        }
        switch quantity {
        case .sum: return total(blocks, cells, high: 0, low: 1)
        case .sumAndMaximum:
            return x == 0 ? total(blocks, cells, high: 0, low: 1) : extreme(.maximum, blocks, cells, at: 2)
        case .extremes: return extreme(x == 0 ? .minimum : .maximum, blocks, cells, at: x)
        case .minimum, .maximum, .minimumAlpha, .maximumAlpha: return extreme(quantity, blocks, cells, at: 0)
        case .histogram: return total(blocks, cells, high: x, low: nil, more: x == 0 ? Double(transparentCount) : 0)
        case .weightedHistogram(let bins): return total(blocks, cells, high: x, low: bins + x)
        case .redBounds: return redBounds(blocks, cells)
        }
    }

    /// Calls `body` with the lower left pixel of each block's cell, and with the block's column and row.
    @inline(__always)
    private func forEach(_ blocks: PixelRect, _ body: (_ left: Int, _ bottom: Int, _ block: (x: Int, y: Int)) -> Void) {
        for row in blocks.y..<blocks.maxY {
            for column in blocks.x..<blocks.maxX { body(column * grid.cellWidth, row * grid.cellHeight, (column, row)) }
        }
    }

    /// Returns the scaled sum of pixel `high` of each cell, and of pixel `low`, which holds its rounding error.
    private func total(_ blocks: PixelRect, _ cells: Raster, high: Int, low: Int?, more: Double = 0) -> SIMD4<Float> {
        let (upper, lower) = (grid.place(high), low.map(grid.place))
        var sum = SIMD4<Double>.zero
        forEach(blocks) { left, bottom, _ in
            sum += SIMD4<Double>(cells[left + upper.x, bottom + upper.y])
            if let lower { sum += SIMD4<Double>(cells[left + lower.x, bottom + lower.y]) }
        }
        return SIMD4<Float>((sum + more) * scale)
    }

    private func extreme(_ quantity: ReductionQuantity, _ blocks: PixelRect, _ cells: Raster, at place: Int)
        -> SIMD4<Float>
    {
        var value = quantity.start
        forEach(blocks) { left, bottom, _ in value = quantity.combining(value, cells[left + place, bottom]) }
        return transparentCount > 0 ? quantity.combining(value, .zero) : value
    }

    private func redBounds(_ blocks: PixelRect, _ cells: Raster) -> SIMD4<Float> {
        var bounds = PixelRect.empty
        forEach(blocks) { left, bottom, block in
            let edges = SIMD4<Int>(truncatingIfNeeded: SIMD4<Int32>(cells[left, bottom]))
            let box = PixelRect(
                x: block.x * grid.blockWidth + edges.x, y: block.y * grid.blockHeight + edges.y,
                width: edges.z - edges.x, height: edges.w - edges.y)
            if !box.isEmpty { bounds = bounds.union(box) }
        }
        return SIMD4<Float>(SIMD4(bounds.x, bounds.y, bounds.width, bounds.height))
    }
}
