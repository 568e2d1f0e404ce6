import CoreImageEssentials
import Foundation
import Typesetting

/// A text whose parts have different attributes, on a transparent background.
///
/// The attributes are those of `NSAttributedString.Key`: `font` (a name with a size), `foregroundColor`,
/// `backgroundColor`, `kern`, `underlineStyle`, `strikethroughStyle`, `baselineOffset` and `obliqueness`; weight and
/// slant are part of the font's name. Others are ignored. Colours are sRGB and are multiplied by coverage. Extent,
/// fonts and limits are those of the text image generator, with sizes in points times `inputScaleFactor`.
class AttributedTextImageGenerator: CIFilter, CIAttributedTextImageGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAttributedTextImageGenerator", displayName: "Attributed Text Image Generator",
            categories: [.generator, .video], kind: .generator, summary: "Draws an attributed text.",
            status: .documented)
    }

    @CIInput var inputText: NSAttributedString?
    @CIInput(default: 1, min: 0, slider: 1...4) var scaleFactor: Float
    @CIInput(default: 0, range: 0...200, slider: 0...50, type: kCIAttributeTypeInteger) var padding: Float

    var text: NSAttributedString {
        get { inputText ?? NSAttributedString(string: "") }
        // Copied, because a mutable string may change later.
        set { inputText = newValue.copy() as? NSAttributedString ?? newValue }
    }

    override var outputImage: CIImage? {
        guard let inputText else { return nil }
        return textImage(of: inputText.runs, scale: scaleFactor, padding: padding, lengthKey: "inputScaleFactor")
    }
}

/// Inputs of the attributed text image generator.
public protocol CIAttributedTextImageGenerator: CIFilterProtocol {
    /// The text with its attributes.
    var text: NSAttributedString { get set }
    /// Number of pixels in a point.
    var scaleFactor: Float { get set }
    /// Transparent pixels on every side, from 0 to 200.
    var padding: Float { get set }
}

extension CIFilter {
    /// A filter that draws an attributed text.
    public class func attributedTextImageGenerator() -> any CIFilter & CIAttributedTextImageGenerator {
        registered(AttributedTextImageGenerator())
    }
}

extension AttributedTextImageGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("text=Core Image scaleFactor=4 padding=8") }
}
