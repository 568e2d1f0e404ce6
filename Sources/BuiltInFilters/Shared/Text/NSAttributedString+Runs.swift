import CoreImageEssentials
import Foundation
import Typesetting

extension NSAttributedString {
    /// The text as runs of equal attributes. Attributes that are unknown or of a wrong class are ignored.
    var runs: [TextRun] {
        var runs: [TextRun] = []
        let text = string as NSString
        var place = 0
        while place < length {
            var range = NSRange(location: place, length: 0)
            let attributes = attributes(at: place, effectiveRange: &range)
            let end = max(place + 1, min(range.location + range.length, length))
            runs.append(
                TextRun(text.substring(with: NSRange(location: place, length: end - place)), Typography(attributes)))
            place = end
        }
        return runs
    }
}

extension Typography {
    /// The default font of Core Image's text filters.
    static let defaultFont = "HelveticaNeue"
    /// The default font size in points.
    static let defaultSize = 12.0

    fileprivate init(_ attributes: [NSAttributedString.Key: Any]) {
        func number(_ key: NSAttributedString.Key) -> Double {
            attributes[key].flatMap { Number.double(from: $0) }?.finite(or: 0) ?? 0
        }
        var (name, size) = (Self.defaultFont, Self.defaultSize)
        if let font = attributes[.font].flatMap({ String(keyValue: $0) }) {
            let words = font.split(separator: " ")
            if let last = words.last.flatMap({ Double($0) }), words.count > 1 {
                (name, size) = (words.dropLast().joined(separator: " "), max(last.finite(or: 0), 0))
            } else {
                name = font
            }
        }
        var font = FontName(name)
        if number(.obliqueness) > 0 { font.isItalic = true }
        let foreground = attributes[.foregroundColor] ?? attributes[.coreTextForegroundColor]
        let underline = number(.underlineStyle)
        self.init(
            font: font, size: size, color: (foreground as? CIColor).map(Color.init) ?? .black,
            background: (attributes[.backgroundColor] as? CIColor).map(Color.init), kerning: number(.kern),
            underline: underline == 0 ? .none : underline == 9 ? .double : .single,
            strikethrough: number(.strikethroughStyle) == 0 ? .none : .single, baselineOffset: number(.baselineOffset))
    }
}

extension Typography.Color {
    fileprivate init(_ color: CIColor) {
        self.init(
            red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
    }
}
