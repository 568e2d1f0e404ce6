import Foundation

/// A number of which Core Image states no type, such as a ratio.
struct PlainNumber: CIInputValue, Sendable, Hashable {
    /// The number.
    var value: Float

    /// A number.
    init(_ value: Float) { self.value = value }

    /// See `CIInputValue`.
    static var attributeClass: String { "NSNumber" }
    /// See `CIInputValue`.
    static var attributeType: String? { nil }
    /// See `CIInputValue`.
    init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self.value = Float(value)
    }
    /// See `CIInputValue`.
    var keyValue: Any? { NSNumber(value: Double(value)) }
}
