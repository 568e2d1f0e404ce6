import Foundation
import ImageGraph

extension CIImage {
    /// Creates an image of one colour with an infinite extent. Crop it to get a rectangle.
    public convenience init(color: CIColor) {
        self.init(node: .constant(color.graphColor))
    }

    /// Returns an image without pixels; its extent is null.
    public class func empty() -> CIImage { CIImage(node: .empty) }

    /// An image of opaque sRGB black with an infinite extent.
    public class var black: CIImage { CIImage(color: .black) }
    /// An image of opaque sRGB white with an infinite extent.
    public class var white: CIImage { CIImage(color: .white) }
    /// An image of opaque sRGB middle gray (0.5, 0.5, 0.5) with an infinite extent.
    public class var gray: CIImage { CIImage(color: .gray) }
    /// An image of opaque sRGB red with an infinite extent.
    public class var red: CIImage { CIImage(color: .red) }
    /// An image of opaque sRGB green with an infinite extent.
    public class var green: CIImage { CIImage(color: .green) }
    /// An image of opaque sRGB blue with an infinite extent.
    public class var blue: CIImage { CIImage(color: .blue) }
    /// An image of opaque sRGB cyan with an infinite extent.
    public class var cyan: CIImage { CIImage(color: .cyan) }
    /// An image of opaque sRGB magenta with an infinite extent.
    public class var magenta: CIImage { CIImage(color: .magenta) }
    /// An image of opaque sRGB yellow with an infinite extent.
    public class var yellow: CIImage { CIImage(color: .yellow) }
    /// An image of transparent black with an infinite extent.
    public class var clear: CIImage { CIImage(color: .clear) }
}
