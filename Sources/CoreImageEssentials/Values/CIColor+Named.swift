extension CIColor {
    /// Opaque sRGB black.
    public class var black: CIColor { CIColor(red: 0, green: 0, blue: 0) }
    /// Opaque sRGB white.
    public class var white: CIColor { CIColor(red: 1, green: 1, blue: 1) }
    /// Opaque sRGB middle gray (0.5, 0.5, 0.5).
    public class var gray: CIColor { CIColor(red: 0.5, green: 0.5, blue: 0.5) }
    /// Opaque sRGB red (1, 0, 0).
    public class var red: CIColor { CIColor(red: 1, green: 0, blue: 0) }
    /// Opaque sRGB green (0, 1, 0).
    public class var green: CIColor { CIColor(red: 0, green: 1, blue: 0) }
    /// Opaque sRGB blue (0, 0, 1).
    public class var blue: CIColor { CIColor(red: 0, green: 0, blue: 1) }
    /// Opaque sRGB cyan (0, 1, 1).
    public class var cyan: CIColor { CIColor(red: 0, green: 1, blue: 1) }
    /// Opaque sRGB magenta (1, 0, 1).
    public class var magenta: CIColor { CIColor(red: 1, green: 0, blue: 1) }
    /// Opaque sRGB yellow (1, 1, 0).
    public class var yellow: CIColor { CIColor(red: 1, green: 1, blue: 0) }
    /// Transparent black.
    public class var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }
}
