import Pixels

extension CIInputValue where Self: CGColorSpace {
    /// Spaces are taken as they are.
    public init?(keyValue: Any) {
        guard let value = keyValue as? Self else { return nil }
        self = value
    }
}

extension CGColorSpace: CIInputValue {
    /// Core Image reports no narrower class for colour spaces.
    public static var attributeClass: String { "NSObject" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
}
