import Foundation
import Pixels

/// Divides the pixels of an area into blocks, and assigns each block a cell of pixels for its result.
///
/// Blocks are cut at multiples of their size, counted from the origin, whatever the area and the tiles are. Results
/// therefore don't depend on tiles or threads, and a tile needs only the pixels of its own blocks at a time. Block (i,
/// j) covers pixels from (i · `blockWidth`, j · `blockHeight`). Its cell starts at (i · `cellWidth`, j · `cellHeight`).
struct BlockGrid: Hashable, Sendable {
    /// The pixels to reduce.
    let area: PixelRect
    /// Number of columns of a block, at least 1.
    let blockWidth: Int
    /// Number of rows of a block, at least 1.
    let blockHeight: Int
    /// Number of columns of a cell, at least 1.
    let cellWidth: Int
    /// Number of rows of a cell, at least 1.
    let cellHeight: Int

    init(area: PixelRect, block: (width: Int, height: Int), cell: (width: Int, height: Int)) {
        precondition(block.width > 0 && block.height > 0, "block size must be positive")
        (self.area, blockWidth, blockHeight) = (area, block.width, block.height)
        (cellWidth, cellHeight) = cell
    }

    /// Returns the columns and rows of a cell for at least `count` pixels.
    ///
    /// Both are powers of two, and a large cell is two or four times as wide as high. Tiles are halved until their
    /// blocks fit into the cache; they don't cut such cells, so no block is read twice.
    static func cell(holding count: Int) -> (width: Int, height: Int) {
        var (width, height) = (1, 1)
        while width * height < count {
            if width < 4 * height { width *= 2 } else { height *= 2 }
        }
        return (width, height)
    }

    /// Returns the position of pixel `index` of a cell, relative to the cell's lower left corner.
    func place(_ index: Int) -> (x: Int, y: Int) { (index % cellWidth, index / cellWidth) }

    /// Number of block pixels per pixel of a cell, counting at most as many as the area has.
    var pixelsPerCellPixel: Double {
        Double(min(blockWidth, area.width) * min(blockHeight, area.height)) / Double(cellWidth * cellHeight)
    }

    /// Columns and rows of the blocks that the area touches, as a rectangle of block indices.
    var blocks: PixelRect { Self.touched(area, blockWidth, blockHeight) }

    /// The rectangle of all cells.
    var extent: PixelRect { cells(of: blocks) }

    /// Returns the pixels of the blocks whose cells `output` touches.
    func regionOfInterest(for output: CGRect) -> CGRect {
        if output.isNull { return .null }
        let part = pixels(of: output.isInfinite ? blocks : blocks(of: PixelRect(enclosing: output)))
        return part.isEmpty ? .null : part.cgRect
    }

    /// Fills `region` with cells. `reduce` is called with the pixels of each block that the region touches, and with
    /// the block's cell, which is initially zero.
    ///
    /// - Parameter startsAtTop: Whether the upper blocks come first. Results are the same, but memory is read fastest
    ///   in the order of addresses, and the uppermost row of most pictures has the lowest address.
    func fill(
        _ region: PixelRect, of output: Raster, startsAtTop: Bool = false,
        reduce: (_ pixels: PixelRect, _ cell: UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
    ) throws {
        let meter = WorkMeter.current
        output.fill(region, with: .zero)
        let blocks = blocks(of: region)
        try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: cellWidth * cellHeight) { cell in
            guard let start = cell.baseAddress else { return }
            for number in 0..<blocks.height {
                let row = startsAtTop ? blocks.maxY - 1 - number : blocks.y + number
                for column in blocks.x..<blocks.maxX {
                    try meter?.check()
                    let block = PixelRect(x: column, y: row, width: 1, height: 1)
                    let place = cells(of: block)
                    if cellHeight == 1, region.contains(place) {
                        let target = output.row(place.y) + (place.x - output.bounds.x)
                        reduce(pixels(of: block), UnsafeMutableBufferPointer(start: target, count: cellWidth))
                        continue
                    }
                    cell.initialize(repeating: .zero)
                    reduce(pixels(of: block), cell)
                    let raster = Raster(bounds: place, pixels: start, stride: cellWidth, keeping: nil)
                    output.window(region).copy(from: raster)
                }
            }
        }
    }

    /// Fills `region` with the cells of blocks that are one pixel wide; each cell holds a sum split into two floats.
    /// `sum` is called once for each row of blocks, with sums that are initially zero, one per column. Adjacent columns
    /// are contiguous in memory, so reading a row of blocks is faster than reading block by block.
    func fillColumns(
        _ region: PixelRect, of output: Raster,
        sum: (_ pixels: PixelRect, _ sums: UnsafeMutablePointer<SIMD4<Double>>) -> Void
    ) throws {
        let meter = WorkMeter.current
        output.fill(region, with: .zero)
        let blocks = blocks(of: region)
        try withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: blocks.width) { sums in
            guard let start = sums.baseAddress else { return }
            for row in blocks.y..<blocks.maxY {
                try meter?.check()
                start.initialize(repeating: .zero, count: blocks.width)
                sum(pixels(of: PixelRect(x: blocks.x, y: row, width: blocks.width, height: 1)), start)
                let line = output.row(row * cellHeight) - output.bounds.x
                for column in 0..<blocks.width {
                    let place = (blocks.x + column) * cellWidth
                    let (high, low) = BlockReduction.split(sums[column])
                    // The region may contain only a part of a cell.
                    if place >= region.x { line[place] = high }
                    if place + 1 < region.maxX { line[place + 1] = low }
                }
            }
        }
    }

    private func cells(of blocks: PixelRect) -> PixelRect {
        PixelRect(
            x: blocks.x * cellWidth, y: blocks.y * cellHeight, width: blocks.width * cellWidth,
            height: blocks.height * cellHeight)
    }

    private func blocks(of output: PixelRect) -> PixelRect {
        Self.touched(output, cellWidth, cellHeight).intersection(blocks)
    }

    private func pixels(of blocks: PixelRect) -> PixelRect {
        PixelRect(
            x: blocks.x * blockWidth, y: blocks.y * blockHeight, width: blocks.width * blockWidth,
            height: blocks.height * blockHeight
        ).intersection(area)
    }

    /// Returns the columns and rows of boxes that `part` touches. Boxes of the given size are cut at multiples of it.
    private static func touched(_ part: PixelRect, _ width: Int, _ height: Int) -> PixelRect {
        if part.isEmpty { return .empty }
        let (left, bottom) = (part.x.flooredQuotient(by: width), part.y.flooredQuotient(by: height))
        return PixelRect(
            x: left, y: bottom, width: (part.maxX - 1).flooredQuotient(by: width) + 1 - left,
            height: (part.maxY - 1).flooredQuotient(by: height) + 1 - bottom)
    }
}
