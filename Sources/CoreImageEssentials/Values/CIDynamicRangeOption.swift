/// The brightness that a picture may reach, relative to white: a value of `CISystemToneMap`'s `preferredDynamicRange`.
public struct CIDynamicRangeOption: RawRepresentable, Hashable, Sendable {
    /// The option's name: `standard`, `constrainedHigh` or `high`.
    public let rawValue: String
    /// Creates an option from its name. With an unknown name, rendering the filter's output throws.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not brighter than white.
    public static let standard = CIDynamicRangeOption(rawValue: "standard")
    /// Brighter than white within limits, for pictures next to others.
    public static let constrainedHigh = CIDynamicRangeOption(rawValue: "constrainedHigh")
    /// As bright as the display allows.
    public static let high = CIDynamicRangeOption(rawValue: "high")

    /// All valid options.
    package static let known: [CIDynamicRangeOption] = [.standard, .constrainedHigh, .high]
}

extension CIDynamicRangeOption: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSString`.
    public static var attributeClass: String { "NSString" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
    /// Creates the value from an option or its name; nil for other classes.
    public init?(keyValue: Any) {
        if let option = keyValue as? CIDynamicRangeOption {
            self = option
        } else if let name = String(keyValue: keyValue) {
            self.init(rawValue: name)
        } else {
            return nil
        }
    }
    /// The name of the option.
    public var keyValue: Any? { rawValue }
}
