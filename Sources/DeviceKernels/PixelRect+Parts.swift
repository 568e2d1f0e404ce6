import Pixels

extension PixelRect {
    /// Divides a region into parts that a device computes in one dispatch each, from the bottom up.
    ///
    /// - Parameters:
    ///   - columns: Maximum number of columns of a part.
    ///   - rows: Maximum number of rows of a part.
    ///   - pixels: Maximum number of pixels of a part, unless a row has more.
    package func parts(columns: Int, rows: Int, pixels: Int) -> [PixelRect] {
        guard !isEmpty else { return [] }
        let columns = max(1, min(columns, width))
        let rows = max(1, min(rows, pixels / columns))
        return stride(from: y, to: maxY, by: rows).flatMap { bottom in
            stride(from: x, to: maxX, by: columns).map { left in
                PixelRect(
                    x: left, y: bottom, width: min(columns, maxX - left), height: min(rows, maxY - bottom))
            }
        }
    }
}
