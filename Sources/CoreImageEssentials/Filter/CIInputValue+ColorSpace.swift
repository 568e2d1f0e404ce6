import Pixels

extension CIInputValue where Self: CGColorSpace {
    /// Creates the value from a colour space; nil for other classes.
    public init?(keyValue: Any) {
        guard let value = keyValue as? Self else { return nil }
        self = value
    }
}

extension CGColorSpace: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSObject`, as Core Image reports no narrower class.
    public static var attributeClass: String { "NSObject" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
}
