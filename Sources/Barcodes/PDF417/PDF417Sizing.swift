/// The allowed and preferred sizes of PDF417 symbols. Widths and heights are in pixels of the picture, including its
/// border.
package struct PDF417Sizing: Sendable {
    /// Whether the right row indicators and the stop pattern are omitted.
    package var isCompact = false
    /// The exact number of columns of data codewords, or nil for any.
    package var columns: Int?
    /// The exact number of rows, or nil for any.
    package var rows: Int?
    /// The minimum width. Ignored if `columns` is set.
    package var minWidth: Int?
    /// The maximum width. Ignored if `columns` is set.
    package var maxWidth: Int?
    /// The minimum height. Ignored if `rows` is set.
    package var minHeight: Int?
    /// The maximum height. Ignored if `rows` is set.
    package var maxHeight: Int?
    /// The preferred ratio of width to height.
    package var aspectRatio = 3.0

    /// The width of the border around the symbol, in pixels.
    package static let border = 2
    /// The height of a row, in pixels.
    package static let rowHeight = 3

    /// Creates a sizing that allows all sizes.
    package init() {}

    /// Returns the size of the picture in pixels.
    private func pixels(_ size: PDF417Size) -> (width: Int, height: Int) {
        (size.width + 2 * Self.border, size.rows * Self.rowHeight + 2 * Self.border)
    }

    /// Returns the size with the best aspect ratio that holds the given number of codewords. Of two equally good ones
    /// it returns the first, which has fewer columns.
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
                guard size.codewordCount >= count, size.codewordCount <= PDF417Size.maximumCodewordCount,
                    isAllowed(size)
                else { continue }
                let pixels = pixels(size)
                let badness = abs(Double(pixels.width) / Double(pixels.height) - aspectRatio)
                if best.map({ badness < $0.badness }) ?? true { best = (size, badness) }
                // More rows would contain only padding.
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

    /// Returns a refusal that names the first restriction without which a size exists.
    private func refusal(codewords count: Int) -> BarcodeRefusal {
        let restrictions: [(BarcodeRefusal.Subject, String, (inout PDF417Sizing) -> Void)] = [
            (.minWidth, "no symbol of at least that width", { $0.minWidth = nil }),
            (.maxWidth, "no symbol of at most that width", { $0.maxWidth = nil }),
            (.minHeight, "no symbol of at least that height", { $0.minHeight = nil }),
            (.maxHeight, "no symbol of at most that height", { $0.maxHeight = nil }),
            (.rows, "no symbol with that number of rows", { $0.rows = nil }),
            (.dataColumns, "no symbol with that number of columns", { $0.columns = nil }),
        ]
        for (subject, complaint, lift) in restrictions {
            var other = self
            lift(&other)
            if let size = other.bestSize(forCodewords: count) {
                return BarcodeRefusal(
                    subject,
                    "\(complaint) holds the message's \(count) codewords together with the other inputs; without this "
                        + "one there would be \(size.columns) columns and \(size.rows) rows")
            }
        }
        return BarcodeRefusal(
            .message,
            "its \(count) codewords fit no symbol that columns, rows, widths and heights allow; give fewer of those")
    }
}
