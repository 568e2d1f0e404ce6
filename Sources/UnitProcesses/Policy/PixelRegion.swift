/// A rectangle of pixels in memory. The lower left pixel is at (`x`, `y`).
public struct PixelRegion: Hashable, Sendable, CustomStringConvertible {
    /// The column of the lower left pixel.
    public let x: Int
    /// The row of the lower left pixel, counted upwards.
    public let y: Int
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int

    /// A rectangle from its parts.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The rectangle as errors have it.
    public var description: String { "(\(x), \(y), \(width) × \(height))" }

    func contains(_ x: Int, _ y: Int) -> Bool {
        x >= self.x && y >= self.y && x - self.x < width && y - self.y < height
    }
}
