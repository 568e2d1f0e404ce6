import CoreImage
import Foundation

/// The least and the greatest number that a filter declares for an input; sliders may end before.
struct DeclaredLimits {
    private let least: Double?
    private let greatest: Double?

    /// - Parameter attributes: What the filter's attributes say about the input.
    init(_ attributes: [String: Any]?) {
        least = (attributes?[kCIAttributeMin] as? NSNumber)?.doubleValue
        greatest = (attributes?[kCIAttributeMax] as? NSNumber)?.doubleValue
    }

    /// What is to be said about a value outside of the limits; nil for one inside, and for what isn't a number.
    func note(on value: Any, forKey key: String, of filter: String) -> String? {
        guard let number = (value as? NSNumber)?.doubleValue else { return nil }
        let text = "\(filter): \(key)=\(ValueText.text(of: number))"
        if let least, number < least {
            return "\(text) is below \(ValueText.text(of: least)), the least that the filter declares"
        }
        if let greatest, number > greatest {
            return "\(text) is above \(ValueText.text(of: greatest)), the most that the filter declares"
        }
        return nil
    }
}
