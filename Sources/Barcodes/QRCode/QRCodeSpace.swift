/// A light square in the middle of a QR code in which something can be drawn.
package struct QRCodeSpace: Sendable, Hashable {
    private let size: Int
    /// The number of modules along a side: odd, or 0.
    package let width: Int

    /// Creates a space. Both values are in modules along a side.
    package init(size: Int, width: Int) { (self.size, self.width) = (size, width) }

    /// Creates the largest space of whole modules whose width is at most a fraction of the symbol's.
    package init(size: Int, fraction: Double) {
        let most = Int((Double(size) * fraction + 1e-6).rounded(.down))
        self.init(size: size, width: most <= 0 ? 0 : most - (most + 1) % 2)
    }

    /// Returns whether a module is inside the space.
    package func contains(_ place: ModulePosition) -> Bool {
        let first = (size - width) / 2
        return (first..<first + width).contains(place.column) && (first..<first + width).contains(place.row)
    }

    /// Returns whether readers can correct the errors that the space causes in a symbol, and half as many further
    /// errors.
    package func isReadable(in grid: ModuleGrid, level: QRCodeLevel) -> Bool {
        let version = QRCodeEncoder.version(of: grid)
        let blocks = QRCodeBlocks(version: version, level: level)
        let damaged = QRCodeLayout(version: version).path.enumerated().filter { _, place in
            contains(place) && grid[place.column, place.row]
        }
        var errors = [Int](repeating: 0, count: blocks.count)
        let blockOfCodeword = blocks.blockOfCodeword
        for codeword in Set(damaged.map { $0.offset / 8 }) where codeword < blockOfCodeword.count {
            errors[blockOfCodeword[codeword]] += 1
        }
        return errors.allSatisfy { 3 * $0 <= blocks.checkCount }
    }
}
