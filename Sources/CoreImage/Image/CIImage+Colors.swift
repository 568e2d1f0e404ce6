import Foundation
import ImageGraph

extension CIImage {
    /// One colour everywhere: the extent is infinite. Crop it to get a rectangle.
    public convenience init(color: CIColor) {
        self.init(node: .constant(color.graphColor))
    }

    /// An image without pixels: its extent is empty.
    public class func empty() -> CIImage { CIImage(node: .empty) }

    /// Opaque sRGB black everywhere.
    public class var black: CIImage { CIImage(color: .black) }
    /// Opaque sRGB white everywhere.
    public class var white: CIImage { CIImage(color: .white) }
    /// Opaque sRGB middle gray everywhere.
    public class var gray: CIImage { CIImage(color: .gray) }
    /// Opaque sRGB red everywhere.
    public class var red: CIImage { CIImage(color: .red) }
    /// Opaque sRGB green everywhere.
    public class var green: CIImage { CIImage(color: .green) }
    /// Opaque sRGB blue everywhere.
    public class var blue: CIImage { CIImage(color: .blue) }
    /// Opaque sRGB cyan everywhere.
    public class var cyan: CIImage { CIImage(color: .cyan) }
    /// Opaque sRGB magenta everywhere.
    public class var magenta: CIImage { CIImage(color: .magenta) }
    /// Opaque sRGB yellow everywhere.
    public class var yellow: CIImage { CIImage(color: .yellow) }
    /// Transparent black everywhere.
    public class var clear: CIImage { CIImage(color: .clear) }
}
