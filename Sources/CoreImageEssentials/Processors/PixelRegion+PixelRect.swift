import Pixels
import Sandboxing

extension PixelRegion {
    /// Converts a rectangle to the type that worker errors use.
    package init(_ rect: PixelRect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}
