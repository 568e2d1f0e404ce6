import CoreImageEssentials
import Foundation

/// A number for which Core Image states no attribute type, such as a ratio.
struct UntypedNumber: CIInputValue, Sendable, Hashable {
    /// The number.
    var value: Float

    /// Creates the value from a `Float`.
    init(_ value: Float) { self.value = value }

    /// The class name that `kCIAttributeClass` reports: `NSNumber`.
    static var attributeClass: String { "NSNumber" }
    /// The type that `kCIAttributeType` reports: none.
    static var attributeType: String? { nil }
    /// Creates the value from any number or Boolean; nil for other classes.
    init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self.value = Float(value)
    }
    /// The value as an `NSNumber`.
    var keyValue: Any? { NSNumber(value: Double(value)) }
}
