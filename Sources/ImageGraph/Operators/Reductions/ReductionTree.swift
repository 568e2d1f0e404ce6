import KernelLanguage
import Pixels

/// The runs of kernels that combine items into one cell for each block of items: in pieces of 32 along rows, and then
/// of 32 rows, while a block has many items.
///
/// An item is one pixel or, on further levels, several pixels beside each other, such as a sum and its rounding error.
/// Items are combined row by row from the lower left, as in the operators' own code.
struct ReductionTree {
    /// What a pixel of a cell contains. The raw values are those in the kernel's text.
    enum Part: Int {
        case nothing = 0
        /// The sum rounded to floats.
        case sum = 1
        /// Its rounding error.
        case error = 2
        /// The scaled sum.
        case total = 3
        case minimum = 4
        case maximum = 5
        case minimumAlpha = 6
        case maximumAlpha = 7
    }

    /// A pixel of a cell, and the pixel of an item from which it is computed. The error of a sum is the next one.
    struct Column {
        var part: Part
        var place: Int

        init(_ part: Part, at place: Int) { (self.part, self.place) = (part, place) }
    }

    /// How items are divided into blocks along an axis.
    struct Axis {
        /// The first item of block 0.
        var origin: Int
        /// The number of items of a block.
        var length: Int

        static let pieceLength = 32

        init(origin: Int, length: Int) { (self.origin, self.length) = (origin, length) }

        /// The number of pieces of a block.
        var pieceCount: Int { (length + Self.pieceLength - 1) / Self.pieceLength }

        /// Returns the numbers of the pieces that contain items, of which there is at least one.
        func pieces(of items: Range<Int>) -> Range<Int> {
            func piece(_ item: Int) -> Int {
                let block = (item - origin).flooredQuotient(by: length)
                return block * pieceCount + (item - origin - block * length) / Self.pieceLength
            }
            return piece(items.lowerBound)..<piece(items.upperBound - 1) + 1
        }
    }

    /// The largest number of items that a pixel combines at once.
    private static let maximumItemCount = 512
    private static let maximumColumnCount = 16

    private(set) var runs: [OperatorRun] = []
    /// The pixels of an item; a single one for pixels of an image.
    private var layout: [Column]
    private var isImage: Bool
    private var items: PixelRect
    private var columns: Axis
    private var rows: Axis

    /// Starts with the pixels of input 0, or with cells there.
    ///
    /// - Parameters:
    ///   - cell: The pixels of each cell of intermediate results.
    ///   - isImage: Whether the items are the pixels of an image instead of such cells.
    ///   - items: The items to combine.
    init(_ cell: [Column], isImage: Bool, items: PixelRect, columns: Axis, rows: Axis) {
        (layout, self.isImage, self.items, self.columns, self.rows) = (cell, isImage, items, columns, rows)
    }

    /// Adds the runs that compute a region of cells.
    ///
    /// - Parameters:
    ///   - cell: The pixels of each cell of the result.
    ///   - cells: The pixels of all cells. Others are transparent.
    ///   - scale: The factor of totals.
    ///   - countsTransparent: Whether extrema include transparent pixels besides the items.
    mutating func finish(
        _ cell: [Column], cells: PixelRect, region: PixelRect, scale: Double = 1, countsTransparent: Bool = false
    ) {
        while !items.isEmpty,
            columns.length > Self.maximumColumnCount
                || columns.length > 1 && columns.length * rows.length > Self.maximumItemCount
        {
            let line = columns.pieces(of: items.line(along: .horizontal))
            shorten(to: items.withLine(line, along: .horizontal), columns, nil)
            columns = Axis(origin: 0, length: columns.pieceCount)
        }
        while !items.isEmpty, columns.length * rows.length > Self.maximumItemCount {
            let line = rows.pieces(of: items.line(along: .vertical))
            shorten(to: items.withLine(line, along: .vertical), nil, rows)
            rows = Axis(origin: 0, length: rows.pieceCount)
        }
        let column = region.x.flooredQuotient(by: cell.count)
        add(
            cell, Pieces(blocksOf: columns, from: column), Pieces(blocksOf: rows, from: region.y),
            corner: (column * cell.count, region.y), within: cells, region, scale, countsTransparent)
    }

    /// Adds a run that combines pieces of items along the axes that are given. The results become the items.
    private mutating func shorten(to pieces: PixelRect, _ columns: Axis?, _ rows: Axis?) {
        let width = layout.count
        let region = PixelRect(x: pieces.x * width, y: pieces.y, width: pieces.width * width, height: pieces.height)
        let single = Axis(origin: 0, length: 1)
        add(
            layout, Pieces(of: columns ?? single, from: pieces.x), Pieces(of: rows ?? single, from: pieces.y),
            corner: (region.x, region.y), within: region, region, 1, false)
        (items, isImage) = (pieces, false)
    }

    /// The pieces of items along an axis, from one of them on.
    private struct Pieces {
        /// The number of the first piece in its block, the number of pieces of a block, and the lengths of blocks and
        /// of pieces.
        let numbers: [Float]
        /// The first item of the block of the first piece.
        let start: Int

        private init(_ numbers: [Int], start: Int) { (self.numbers, self.start) = (numbers.map(Float.init), start) }

        init(of axis: Axis, from piece: Int) {
            let block = piece.flooredQuotient(by: axis.pieceCount)
            self.init(
                [piece - block * axis.pieceCount, axis.pieceCount, axis.length, Axis.pieceLength],
                start: axis.origin + block * axis.length)
        }

        /// Pieces that are whole blocks.
        init(blocksOf axis: Axis, from block: Int) {
            self.init([0, 1, axis.length, axis.length], start: axis.origin + block * axis.length)
        }
    }

    private mutating func add(
        _ cell: [Column], _ across: Pieces, _ upwards: Pieces, corner: (x: Int, y: Int), within cells: PixelRect,
        _ region: PixelRect, _ scale: Double, _ countsTransparent: Bool
    ) {
        func four(_ values: [Int]) -> OperatorRun.Value {
            .numbers((values + [0, 0, 0]).prefix(4).map(Float.init))
        }
        runs.append(
            OperatorRun(
                Self.program, region: region, runs.isEmpty ? .input(0) : .run(runs.count - 1),
                .whole(corner.x, corner.y), .whole(cell.count), four(cell.map(\.part.rawValue)),
                four(cell.map { isImage ? 0 : $0.place }), .whole(isImage ? 1 : layout.count), .flag(!isImage),
                .numbers(across.numbers), .numbers(upwards.numbers), .whole(across.start, upwards.start),
                .whole(items.x, items.y, items.maxX, items.maxY), .whole(cells.x, cells.y, cells.maxX, cells.maxY),
                .number(Float(scale)), .flag(countsTransparent)))
    }
}
