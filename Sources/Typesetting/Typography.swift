/// How a piece of text looks. Lengths are in points, of which the picture has one a pixel at scale 1.
public struct Typography: Sendable, Hashable {
    /// A colour in sRGB, components from 0 to 1, not multiplied by alpha.
    public struct Color: Sendable, Hashable {
        /// The components.
        public var red, green, blue, alpha: Double

        /// A colour; numbers out of range are brought into it.
        public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
            func clamped(_ value: Double) -> Double { value >= 0 ? min(value, 1) : 0 }
            (self.red, self.green, self.blue, self.alpha) = (
                clamped(red), clamped(green), clamped(blue), clamped(alpha)
            )
        }

        /// Opaque black.
        public static let black = Color(red: 0, green: 0, blue: 0)
    }

    /// A line under or through the text.
    public enum Line: Sendable, Hashable {
        case none, single, double
    }

    /// Family, weight and slant.
    public var font: FontName
    /// Size of the font.
    public var size: Double
    /// Colour of the glyphs and lines.
    public var color: Color
    /// Colour behind the text; none when nil.
    public var background: Color?
    /// Added to the distance between characters.
    public var kerning: Double
    /// Line under the text.
    public var underline: Line
    /// Line through the text.
    public var strikethrough: Line
    /// How far the text is raised.
    public var baselineOffset: Double

    /// Black text without decoration.
    public init(
        font: FontName, size: Double, color: Color = .black, background: Color? = nil, kerning: Double = 0,
        underline: Line = .none, strikethrough: Line = .none, baselineOffset: Double = 0
    ) {
        (self.font, self.size, self.color, self.background) = (font, size, color, background)
        (self.kerning, self.underline, self.strikethrough) = (kerning, underline, strikethrough)
        self.baselineOffset = baselineOffset
    }
}

/// Some text in one look.
public struct TextRun: Sendable, Hashable {
    /// The characters; line ends begin a new line.
    public var text: String
    /// Its look.
    public var typography: Typography

    /// A run.
    public init(_ text: String, _ typography: Typography) { (self.text, self.typography) = (text, typography) }
}
