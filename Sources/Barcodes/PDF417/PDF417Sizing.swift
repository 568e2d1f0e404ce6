/// What sizes of PDF417 symbol are allowed, and which one is best. Widths and heights are in pixels of the picture, borders included.
public struct PDF417Sizing: Sendable {
    /// Whether the right row indicators are left out.
    public var isCompact = false
    /// Exactly so many columns of data codewords.
    public var columns: Int?
    /// Exactly so many rows.
    public var rows: Int?
    /// Least and largest width; not looked at where columns are given.
    public var widths: ClosedRange<Int> = 0...Int.max
    /// Least and largest height; not looked at where rows are given.
    public var heights: ClosedRange<Int> = 0...Int.max
    /// Width divided by height that a picture comes as close to as it can.
    public var aspectRatio = 3.0

    /// Pixels around the symbol on every side.
    public static let border = 2
    /// Height of a row in pixels.
    public static let rowHeight = 3

    /// Everything is allowed.
    public init() {}

    /// The picture's size.
    private func pixels(_ size: PDF417Size) -> (width: Int, height: Int) {
        (size.width + 2 * Self.border, size.rows * Self.rowHeight + 2 * Self.border)
    }

    /// The size whose picture has the best aspect ratio of those that hold so many codewords; the smaller one of two as good.
    func size(forCodewords count: Int) throws(BarcodeRefusal) -> PDF417Size {
        if let columns, !PDF417Size.columnRange.contains(columns) {
            throw BarcodeRefusal(.dataColumns, "there are no symbols of \(columns) columns; use 1 to 30, or 0 to have them chosen")
        }
        if let rows, !PDF417Size.rowRange.contains(rows) {
            throw BarcodeRefusal(.rows, "there are no symbols of \(rows) rows; use 3 to 90, or 0 to have them chosen")
        }
        var best: (size: PDF417Size, badness: Double)?
        for columns in columns.map({ $0...$0 }) ?? PDF417Size.columnRange {
            for rows in rows.map({ $0...$0 }) ?? PDF417Size.rowRange {
                let size = PDF417Size(columns: columns, rows: rows, isCompact: isCompact)
                guard size.codewordCount >= count, size.codewordCount <= PDF417Size.mostCodewords, isAllowed(size) else { continue }
                let pixels = pixels(size)
                let badness = abs(Double(pixels.width) / Double(pixels.height) - aspectRatio)
                if best.map({ badness < $0.badness }) ?? true { best = (size, badness) }
                // Further rows would only be padding, unless the least height asks for them.
                break
            }
        }
        if let best { return best.size }
        throw refusal(codewords: count)
    }

    private func isAllowed(_ size: PDF417Size) -> Bool {
        let pixels = pixels(size)
        return (columns != nil || widths.contains(pixels.width)) && (rows != nil || heights.contains(pixels.height))
    }

    private func refusal(codewords count: Int) -> BarcodeRefusal {
        if let columns, let rows {
            return BarcodeRefusal(
                .rows,
                "\(columns) columns of \(rows) rows are \(columns * rows) codewords; the message needs \(count) with its check codewords, and "
                    + "928 is the most; ask for other rows or columns, or have them chosen")
        }
        if let columns, heights == 0...Int.max {
            return BarcodeRefusal(.dataColumns, "\(columns) columns don't hold the message's \(count) codewords; ask for more columns")
        }
        if let rows, widths == 0...Int.max {
            return BarcodeRefusal(.rows, "\(rows) rows don't hold the message's \(count) codewords; ask for more rows")
        }
        let subject: BarcodeRefusal.Subject = rows == nil ? .maxHeight : .maxWidth
        return BarcodeRefusal(
            subject, "no size between the least and largest width and height holds the message's \(count) codewords; allow a larger one")
    }
}
