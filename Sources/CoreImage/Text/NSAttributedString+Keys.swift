import Foundation

// Foundation has attributed strings but no names for how they look; these have the names and raw values of Apple's systems.
extension NSAttributedString.Key {
    /// Name of the font, a `String`, with its size in points at the end if wanted: `HelveticaNeue-Bold`, `Georgia Italic 24`. HelveticaNeue 12 where nothing is set.
    public static let font = NSAttributedString.Key("NSFont")
    /// Colour of the glyphs, a `CIColor` whose components are taken for sRGB; black where nothing is set.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// Colour behind the text, a `CIColor`; none where nothing is set.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// Points added to the distance between characters, a number.
    public static let kern = NSAttributedString.Key("NSKern")
    /// Line under the text, a number: 0 for none, 1 for one, 9 for two.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// Line through the text, a number: 0 for none, anything else for one.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// Points by which the text is raised, a number.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// How much letters lean, a number: above 0 for the font's italic.
    public static let obliqueness = NSAttributedString.Key("NSObliqueness")
    /// The colour of the glyphs in Core Text's spelling.
    static let coreTextForegroundColor = NSAttributedString.Key("CTForegroundColor")
}

extension NSAttributedString: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSAttributedString" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
}
