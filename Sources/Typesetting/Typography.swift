/// The appearance of a piece of text. Lengths are in points; at scale 1, a point is one pixel.
package struct Typography: Sendable, Hashable {
    /// A colour in sRGB with components from 0 to 1, not premultiplied.
    package struct Color: Sendable, Hashable {
        /// The red component.
        package var red: Double
        /// The green component.
        package var green: Double
        /// The blue component.
        package var blue: Double
        /// The opacity.
        package var alpha: Double

        /// Creates a colour. Components are clamped to 0…1.
        package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
            func clamped(_ value: Double) -> Double { value >= 0 ? min(value, 1) : 0 }
            (self.red, self.green, self.blue, self.alpha) = (
                clamped(red), clamped(green), clamped(blue), clamped(alpha)
            )
        }

        /// Opaque black.
        package static let black = Color(red: 0, green: 0, blue: 0)
    }

    /// A line under or through the text.
    package enum Line: Sendable, Hashable {
        /// No line.
        case none
        /// One line.
        case single
        /// Two lines.
        case double
    }

    /// The family, weight, slant and width of the font.
    package var font: FontName
    /// The size of the font, in points.
    package var size: Double
    /// The colour of glyphs and lines.
    package var color: Color
    /// The colour behind the text, or nil for none.
    package var background: Color?
    /// Additional space between characters, in points.
    package var kerning: Double
    /// The line under the text.
    package var underline: Line
    /// The line through the text.
    package var strikethrough: Line
    /// The distance by which the text is raised, in points.
    package var baselineOffset: Double

    /// Creates a typography. The default is black text without decoration.
    package init(
        font: FontName, size: Double, color: Color = .black, background: Color? = nil, kerning: Double = 0,
        underline: Line = .none, strikethrough: Line = .none, baselineOffset: Double = 0
    ) {
        (self.font, self.size, self.color, self.background) = (font, size, color, background)
        (self.kerning, self.underline, self.strikethrough) = (kerning, underline, strikethrough)
        self.baselineOffset = baselineOffset
    }
}

/// A piece of text with uniform typography.
package struct TextRun: Sendable, Hashable {
    /// The characters. A line end starts a new line.
    package var text: String
    /// The appearance of the text.
    package var typography: Typography

    /// Creates a run.
    package init(_ text: String, _ typography: Typography) { (self.text, self.typography) = (text, typography) }
}
