import CoreImageEssentials
import Foundation

/// An attributed string is stored as its runs: dictionaries with `text` and the attributes that can be stored. The
/// other attributes don't affect how Core Image draws the text.
extension NSAttributedString: RecipeObject {
    static var recipeName: String { "NSAttributedString" }

    static func fields(of object: any RecipeObject) -> [(key: String, value: Any)] {
        guard let attributed = object as? NSAttributedString else { return [] }
        var runs: [[String: Any]] = []
        let text = attributed.string as NSString
        var place = 0
        while place < attributed.length {
            var range = NSRange(location: place, length: 0)
            let attributes = attributed.attributes(at: place, effectiveRange: &range)
            let end = max(place + 1, min(range.location + range.length, attributed.length))
            var run: [String: Any] = ["text": text.substring(with: NSRange(location: place, length: end - place))]
            for (key, value) in attributes
            where value is String || value is CIColor || Number.double(from: value) != nil {
                run[key.rawValue] = value
            }
            runs.append(run)
            place = end
        }
        return [("runs", runs)]
    }

    static func object(from fields: [String: Any]) -> Any? {
        guard let runs = fields["runs"] as? [Any] else { return nil }
        let result = NSMutableAttributedString(string: "")
        for run in runs {
            guard let run = run as? [String: Any], let text = run["text"] as? String else { return nil }
            let attributes = run.filter { $0.key != "text" }.map { (NSAttributedString.Key($0.key), $0.value) }
            result.append(
                NSAttributedString(
                    string: text, attributes: Dictionary(attributes, uniquingKeysWith: { first, _ in first })))
        }
        return NSAttributedString(attributedString: result)
    }
}
