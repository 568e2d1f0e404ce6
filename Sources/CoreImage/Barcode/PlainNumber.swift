import Foundation

/// A number of which Core Image states no type, such as a ratio.
public struct PlainNumber: CIInputValue, Sendable, Hashable {
    /// The number.
    public var value: Float

    /// A number.
    public init(_ value: Float) { self.value = value }

    /// See `CIInputValue`.
    public static var attributeClass: String { "NSNumber" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self.value = Float(value)
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { NSNumber(value: Double(value)) }
}
