import Pixels

extension PixelRect {
    /// Whether the rectangle is infinite in a direction. A width or height of `coordinateLimit` or more stands for
    /// infinity.
    package var isUnbounded: Bool { width >= Self.coordinateLimit || height >= Self.coordinateLimit }

    /// Returns the rectangle moved by whole pixels.
    package func moved(dx: Int, dy: Int) -> PixelRect {
        PixelRect(x: x + dx, y: y + dy, width: width, height: height)
    }
}
