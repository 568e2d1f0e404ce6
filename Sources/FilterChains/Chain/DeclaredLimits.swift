import CoreImage
import Foundation

/// The minimum and maximum that a filter declares for an input. A slider's range may be smaller.
struct DeclaredLimits {
    private let least: Double?
    private let greatest: Double?

    /// - Parameter attributes: The filter's attributes for the input.
    init(_ attributes: [String: Any]?) {
        least = (attributes?[kCIAttributeMin] as? NSNumber)?.doubleValue
        greatest = (attributes?[kCIAttributeMax] as? NSNumber)?.doubleValue
    }

    /// Returns a note about a value outside of the limits. Nil for values inside them and values that aren't numbers.
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
