import CoreImageEssentials
import Foundation

// Foundation on Linux has attributed strings but no keys for text attributes. These have the names and raw values of
// Apple's systems.
extension NSAttributedString.Key {
    /// The name of the font, a `String`, optionally followed by its size in points: `HelveticaNeue-Bold`,
    /// `Georgia Italic 24`. The default is HelveticaNeue at 12 points.
    public static let font = NSAttributedString.Key("NSFont")
    /// The colour of the glyphs, a `CIColor` whose components are taken as sRGB. The default is black.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The colour behind the text, a `CIColor` whose components are taken as sRGB. The default is none.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// The distance in points that is added between characters, a number.
    public static let kern = NSAttributedString.Key("NSKern")
    /// The line under the text, a number: 0 for none, 9 for a double line, any other for a single line.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// The line through the text, a number: 0 for none, any other for a single line.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// The distance in points by which the text is raised, a number.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// The slant of the letters, a number: any value above 0 selects the font's italic.
    public static let obliqueness = NSAttributedString.Key("NSObliqueness")
    /// The colour of the glyphs under Core Text's key.
    static let coreTextForegroundColor = NSAttributedString.Key("CTForegroundColor")
}

extension NSAttributedString: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSAttributedString`.
    public static var attributeClass: String { "NSAttributedString" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
}
