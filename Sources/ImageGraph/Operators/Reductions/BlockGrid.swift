import Foundation
import Pixels

/// An area's pixels in blocks, and the cells of pixels that hold a result for each.
///
/// Blocks are cut at whole multiples of their size, counted from the origin, whatever the area and the tiles are, so that results don't
/// depend on tiles or threads; and no more of the image is needed at a time than the blocks of a tile. Block (i, j) covers pixels from
/// (i · `blockWidth`, j · `blockHeight`); its result is the cell of pixels that starts at (i · `cellWidth`, j · `cellHeight`).
struct BlockGrid: Hashable, Sendable {
    /// The pixels that count.
    let area: PixelRect
    /// Columns of a block; at least 1.
    let blockWidth: Int
    /// Rows of a block; at least 1.
    let blockHeight: Int
    /// Columns of a cell; at least 1.
    let cellWidth: Int
    /// Rows of a cell; at least 1.
    let cellHeight: Int

    init(area: PixelRect, block: (width: Int, height: Int), cell: (width: Int, height: Int)) {
        precondition(block.width > 0 && block.height > 0, "blocks need pixels")
        (self.area, blockWidth, blockHeight) = (area, block.width, block.height)
        (cellWidth, cellHeight) = cell
    }

    /// Columns and rows of a cell with room for `count` pixels.
    ///
    /// Powers of two, two or four times as wide as high: tiles, which are halved until their blocks fit into the cache, don't cut such
    /// cells, and so no block is looked at twice.
    static func cell(holding count: Int) -> (width: Int, height: Int) {
        var (width, height) = (1, 1)
        while width * height < count {
            if width < 4 * height { width *= 2 } else { height *= 2 }
        }
        return (width, height)
    }

    /// Where pixel `index` of a cell's result is, from the cell's lower left corner.
    func place(_ index: Int) -> (x: Int, y: Int) { (index % cellWidth, index / cellWidth) }

    /// Pixels of a block for each pixel of a cell; at most as many as the area has.
    var pixelsPerCellPixel: Double {
        Double(min(blockWidth, area.width) * min(blockHeight, area.height)) / Double(cellWidth * cellHeight)
    }

    /// Columns and rows of blocks that the area touches.
    var blocks: PixelRect { Self.touched(area, blockWidth, blockHeight) }

    /// All cells.
    var extent: PixelRect { cells(of: blocks) }

    /// The pixels of the blocks whose cells `output` touches.
    func regionOfInterest(for output: CGRect) -> CGRect {
        if output.isNull { return .null }
        let part = pixels(of: output.isInfinite ? blocks : blocks(of: PixelRect(enclosing: output)))
        return part.isEmpty ? .null : part.cgRect
    }

    /// Fills `region` with the cells that `reduce` makes of the pixels of each block that the region touches.
    func fill(
        _ region: PixelRect, of output: Raster,
        reduce: (_ pixels: PixelRect, _ cell: UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
    ) throws {
        let meter = WorkMeter.current
        output.fill(region, with: .zero)
        let blocks = blocks(of: region)
        try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: cellWidth * cellHeight) { cell in
            guard let start = cell.baseAddress else { return }
            for row in blocks.y..<blocks.maxY {
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

    /// Fills `region` with cells of two pixels, the halves of the sums that `sum` makes of each column of a row of blocks one pixel wide; the
    /// sums are zero before. Neighbouring columns lie side by side in memory, so that a row of blocks is quicker to read than block after block.
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
                    // The region may cut cells.
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

    /// Columns and rows of boxes of a size, cut at its multiples, that `part` touches.
    private static func touched(_ part: PixelRect, _ width: Int, _ height: Int) -> PixelRect {
        if part.isEmpty { return .empty }
        let (left, bottom) = (part.x.flooredQuotient(by: width), part.y.flooredQuotient(by: height))
        return PixelRect(
            x: left, y: bottom, width: (part.maxX - 1).flooredQuotient(by: width) + 1 - left,
            height: (part.maxY - 1).flooredQuotient(by: height) + 1 - bottom)
    }
}
