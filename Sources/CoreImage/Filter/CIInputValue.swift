import Foundation
import Pixels

/// A type that an input of a filter can have, and how it travels through key-value coding.
///
/// Key-value coding speaks Core Image's classes (`NSNumber`, `CIVector`, `CIColor`, …); a filter's own property may have the Swift
/// type that suits it (`Float`, `CGPoint`, …).
public protocol CIInputValue {
    /// Class name that `kCIAttributeClass` reports, such as `NSNumber`.
    static var attributeClass: String { get }
    /// Type that `kCIAttributeType` reports unless the declaration names another; nil for none.
    static var attributeType: String? { get }
    /// The value for "nothing set", or nil where the type has none.
    static var absent: Self? { get }
    /// The value from what `setValue(_:forKey:)` was given; nil when the class is wrong.
    init?(keyValue: Any)
    /// What `value(forKey:)` returns.
    var keyValue: Any? { get }
}

extension CIInputValue {
    /// By default a type has no value for "nothing set".
    public static var absent: Self? { nil }
}

extension Optional: CIInputValue where Wrapped: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { Wrapped.attributeClass }
    /// See `CIInputValue`.
    public static var attributeType: String? { Wrapped.attributeType }
    /// Nothing set.
    public static var absent: Wrapped?? { .some(nil) }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        guard let value = Wrapped(keyValue: keyValue) else { return nil }
        self = .some(value)
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { flatMap(\.keyValue) }
}

extension Double: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSNumber" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeScalar }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self = value
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { NSNumber(value: self) }
}

extension Float: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSNumber" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeScalar }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self = Float(value)
    }
    /// The shortest decimal that reads back as this float, so that 0.1 is reported as 0.1.
    public var keyValue: Any? { NSNumber(value: Double(description) ?? Double(self)) }
}

extension CGFloat: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSNumber" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeScalar }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self = CGFloat(value)
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { NSNumber(value: Double(self)) }
}

extension Int: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSNumber" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeInteger }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue), value.isFinite, abs(value) < 9e18 else { return nil }
        self = Int(value)
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { NSNumber(value: self) }
}

extension Bool: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSNumber" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeBoolean }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self = value != 0
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { NSNumber(value: self) }
}

extension String: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSString" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as String: self = value
        case let value as NSString: self = value as String
        default: return nil
        }
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { self }
}

extension Data: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSData" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as Data: self = value
        case let value as NSData: self = value as Data
        default: return nil
        }
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { self }
}

extension CGPoint: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "CIVector" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypePosition }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as CIVector where value.count >= 2: self = value.cgPointValue
        case let value as CGPoint: self = value
        default: return nil
        }
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { CIVector(cgPoint: self) }
}

extension CGRect: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "CIVector" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeRectangle }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as CIVector where value.count == 4: self = value.cgRectValue
        case let value as CGRect: self = value
        default: return nil
        }
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { CIVector(cgRect: self) }
}

extension CGAffineTransform: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSAffineTransform" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeTransform }
    /// See `CIInputValue`.
    public init?(keyValue: Any) {
        guard let transform = AffineTransformValue.transform(from: keyValue) else { return nil }
        self = transform
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { NSAffineTransform(self) }
}

extension CIInputValue where Self: AnyObject {
    /// Objects travel as they are.
    public var keyValue: Any? { self }
}

extension CIInputValue where Self: NSObject {
    /// Objects are taken when they have the class.
    public init?(keyValue: Any) {
        guard let value = keyValue as? Self else { return nil }
        self = value
    }
}

extension CIImage: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "CIImage" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeImage }
}

extension CIColor: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "CIColor" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeColor }
}

extension CIVector: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "CIVector" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
}

extension CIInputValue where Self: NSNumber {
    /// Every kind of number is taken.
    public init?(keyValue: Any) {
        guard let number = Number.double(from: keyValue).flatMap({ NSNumber(value: $0) as? Self }) else { return nil }
        self = number
    }
}

extension NSNumber: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSNumber" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeScalar }
}
