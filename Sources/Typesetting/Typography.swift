/// The appearance of a piece of text. Lengths are in points; at scale 1, a point is one pixel.
public struct Typography: Sendable, Hashable {
    /// A colour in sRGB with components from 0 to 1, not premultiplied.
    public struct Color: Sendable, Hashable {
        /// The red component.
        public var red: Double
        /// The green component.
        public var green: Double
        /// The blue component.
        public var blue: Double
        /// The opacity.
        public var alpha: Double

        /// Creates a colour. Components are clamped to 0…1.
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
        /// No line.
        case none
        /// One line.
        case single
        /// Two lines.
        case double
    }

    /// The family, weight, slant and width of the font.
    public var font: FontName
    /// The size of the font, in points.
    public var size: Double
    /// The colour of glyphs and lines.
    public var color: Color
    /// The colour behind the text, or nil for none.
    public var background: Color?
    /// Additional space between characters, in points.
    public var kerning: Double
    /// The line under the text.
    public var underline: Line
    /// The line through the text.
    public var strikethrough: Line
    /// The distance by which the text is raised, in points.
    public var baselineOffset: Double

    /// Creates a typography. The default is black text without decoration.
    public init(
        font: FontName, size: Double, color: Color = .black, background: Color? = nil, kerning: Double = 0,
        underline: Line = .none, strikethrough: Line = .none, baselineOffset: Double = 0
    ) {
        (self.font, self.size, self.color, self.background) = (font, size, color, background)
        (self.kerning, self.underline, self.strikethrough) = (kerning, underline, strikethrough)
        self.baselineOffset = baselineOffset
    }
}

/// A piece of text with uniform typography.
public struct TextRun: Sendable, Hashable {
    /// The characters. A line end starts a new line.
    public var text: String
    /// The appearance of the text.
    public var typography: Typography

    /// Creates a run.
    public init(_ text: String, _ typography: Typography) { (self.text, self.typography) = (text, typography) }
}
