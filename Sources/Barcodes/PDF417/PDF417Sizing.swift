/// What sizes of PDF417 symbol are allowed, and which one is best. Widths and heights are in pixels of the picture, borders included.
public struct PDF417Sizing: Sendable {
    /// Whether the right row indicators are left out.
    public var isCompact = false
    /// Exactly so many columns of data codewords.
    public var columns: Int?
    /// Exactly so many rows.
    public var rows: Int?
    /// Least width; not looked at where columns are given.
    public var minWidth: Int?
    /// Largest width; not looked at where columns are given.
    public var maxWidth: Int?
    /// Least height; not looked at where rows are given.
    public var minHeight: Int?
    /// Largest height; not looked at where rows are given.
    public var maxHeight: Int?
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
            throw BarcodeRefusal(
                .dataColumns, "there are no symbols of \(columns) columns; use 1 to 30, or 0 to have them chosen")
        }
        if let rows, !PDF417Size.rowRange.contains(rows) {
            throw BarcodeRefusal(.rows, "there are no symbols of \(rows) rows; use 3 to 90, or 0 to have them chosen")
        }
        if let best = bestSize(forCodewords: count) { return best }
        throw refusal(codewords: count)
    }

    private func bestSize(forCodewords count: Int) -> PDF417Size? {
        var best: (size: PDF417Size, badness: Double)?
        for columns in columns.map({ $0...$0 }) ?? PDF417Size.columnRange {
            for rows in rows.map({ $0...$0 }) ?? PDF417Size.rowRange {
                let size = PDF417Size(columns: columns, rows: rows, isCompact: isCompact)
                guard size.codewordCount >= count, size.codewordCount <= PDF417Size.mostCodewords, isAllowed(size)
                else { continue }
                let pixels = pixels(size)
                let badness = abs(Double(pixels.width) / Double(pixels.height) - aspectRatio)
                if best.map({ badness < $0.badness }) ?? true { best = (size, badness) }
                // Further rows would only be padding.
                break
            }
        }
        return best?.size
    }

    private func isAllowed(_ size: PDF417Size) -> Bool {
        let pixels = pixels(size)
        let fitsWidth = pixels.width >= minWidth ?? 0 && pixels.width <= maxWidth ?? .max
        let fitsHeight = pixels.height >= minHeight ?? 0 && pixels.height <= maxHeight ?? .max
        return (columns != nil || fitsWidth) && (rows != nil || fitsHeight)
    }

    /// Blames the first restriction without which there would be a size.
    private func refusal(codewords count: Int) -> BarcodeRefusal {
        let restrictions: [(BarcodeRefusal.Subject, String, (inout PDF417Sizing) -> Void)] = [
            (.minWidth, "no symbol as wide", { $0.minWidth = nil }),
            (.maxWidth, "no symbol as narrow", { $0.maxWidth = nil }),
            (.minHeight, "no symbol as high", { $0.minHeight = nil }),
            (.maxHeight, "no symbol as low", { $0.maxHeight = nil }),
            (.rows, "no symbol of so many rows", { $0.rows = nil }),
            (.dataColumns, "no symbol of so many columns", { $0.columns = nil }),
        ]
        for (subject, complaint, lift) in restrictions {
            var other = self
            lift(&other)
            if let size = other.bestSize(forCodewords: count) {
                return BarcodeRefusal(
                    subject,
                    "\(complaint) holds the message's \(count) codewords together with the other inputs; without this one there would be "
                        + "\(size.columns) columns and \(size.rows) rows")
            }
        }
        return BarcodeRefusal(
            .message,
            "its \(count) codewords fit no symbol that columns, rows, widths and heights allow; give fewer of those")
    }
}
