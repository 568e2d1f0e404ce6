/// How much brighter than white a picture may get: a value of `CISystemToneMap`'s `preferredDynamicRange`.
public struct CIDynamicRangeOption: RawRepresentable, Hashable, Sendable {
    /// The option's name: `standard`, `constrainedHigh` or `high`.
    public let rawValue: String
    /// An option by name; one of no known name makes the filter's rendering throw.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No brighter than white.
    public static let standard = CIDynamicRangeOption(rawValue: "standard")
    /// Brighter than white, but restrained, for pictures beside others.
    public static let constrainedHigh = CIDynamicRangeOption(rawValue: "constrainedHigh")
    /// As bright as the display allows.
    public static let high = CIDynamicRangeOption(rawValue: "high")

    /// The options that there are.
    static let known: [CIDynamicRangeOption] = [.standard, .constrainedHigh, .high]
}

extension CIDynamicRangeOption: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSString" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
    /// An option or its name.
    public init?(keyValue: Any) {
        if let option = keyValue as? CIDynamicRangeOption {
            self = option
        } else if let name = String(keyValue: keyValue) {
            self.init(rawValue: name)
        } else {
            return nil
        }
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { rawValue }
}
