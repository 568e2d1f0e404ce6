import CoreImageEssentials
import Foundation
import Typesetting

/// A text in a font: opaque black where glyphs are, transparent elsewhere, anti-aliased by coverage.
///
/// The extent begins at the origin. It is the rectangle of the text's lines, from ascent to descent and from the first
/// glyph's origin to the last one's advance, in points times `inputScaleFactor`, rounded up to whole pixels, plus
/// `inputPadding` pixels (clamped to 0…200) on every side. Where glyphs extend beyond that, the extent grows. A
/// published render has the same black, and the extent that this rule gives for its font. Line breaks begin new lines;
/// scripts run in their own direction.
///
/// Fonts are the installed ones, found through Pango and fontconfig. `inputFontName` is a PostScript name
/// (`HelveticaNeue-Bold`) or a full one (`Helvetica Neue Bold`). A missing font is replaced by a similar one, in the
/// end by the default sans-serif font. Glyphs aren't hinted, so the picture depends only on the fonts. A size or scale
/// of 0 or less, and an empty text, give an empty image. A picture that is too large (32767 pixels along a side, 2²⁶ in
/// all) gives an image whose rendering throws the reason.
class TextImageGenerator: CIFilter, CITextImageGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CITextImageGenerator", displayName: "Text Image Generator", categories: [.generator, .video],
            kind: .generator, summary: "Draws a text in a font.", status: .documented)
    }

    @CIInput var inputText: String?
    @CIInput(default: "HelveticaNeue") var fontName: String
    @CIInput(default: 12, min: 0, slider: 9...128) var fontSize: Float
    @CIInput(default: 1, min: 0, slider: 1...4) var scaleFactor: Float
    @CIInput(default: 0, range: 0...200, slider: 0...50, type: kCIAttributeTypeInteger) var padding: Float

    var text: String {
        get { inputText ?? "" }
        set { inputText = newValue }
    }

    override var outputImage: CIImage? {
        guard let inputText else { return nil }
        let size = fontSize.isNaN ? 12 : Double(max(fontSize, 0))
        let look = Typography(font: FontName(fontName), size: size)
        return textImage(
            of: [TextRun(inputText, look)], scale: scaleFactor, padding: padding, lengthKey: "inputFontSize")
    }
}

/// Inputs of the text image generator.
public protocol CITextImageGenerator: CIFilterProtocol {
    /// The text; line ends begin new lines.
    var text: String { get set }
    /// PostScript or full name of the font.
    var fontName: String { get set }
    /// Size of the font in points.
    var fontSize: Float { get set }
    /// Number of pixels in a point.
    var scaleFactor: Float { get set }
    /// Transparent pixels on every side, from 0 to 200.
    var padding: Float { get set }
}

extension CIFilter {
    /// A filter that draws a text in a font.
    public class func textImageGenerator() -> any CIFilter & CITextImageGenerator { registered(TextImageGenerator()) }
}

extension TextImageGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("text=Core Image fontSize=48 padding=8") }
}
