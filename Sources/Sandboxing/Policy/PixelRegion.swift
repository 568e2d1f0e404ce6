/// A rectangle of pixels in memory. The lower left pixel is at (`x`, `y`).
package struct PixelRegion: Hashable, Sendable, CustomStringConvertible {
    /// The column of the lower left pixel.
    package let x: Int
    /// The row of the lower left pixel, counted upwards.
    package let y: Int
    /// The number of columns.
    package let width: Int
    /// The number of rows.
    package let height: Int

    /// Creates a rectangle from its corner and size.
    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The rectangle as text for error messages.
    package var description: String { "(\(x), \(y), \(width) × \(height))" }

    var isEmpty: Bool { width == 0 || height == 0 }

    func contains(_ x: Int, _ y: Int) -> Bool {
        x >= self.x && y >= self.y && x - self.x < width && y - self.y < height
    }
}
