import Foundation
import Pixels

/// A type that an input of a filter can have, and its conversion for key-value coding.
///
/// Key-value coding uses Core Image's classes (`NSNumber`, `CIVector`, `CIColor`, …). A filter's property may have a
/// Swift type instead (`Float`, `CGPoint`, …).
public protocol CIInputValue {
    /// The class name that `kCIAttributeClass` reports, such as `NSNumber`.
    static var attributeClass: String { get }
    /// The type that `kCIAttributeType` reports unless the input declares another; nil for none.
    static var attributeType: String? { get }
    /// The value for "nothing set"; nil if the type has none.
    static var absent: Self? { get }
    /// Creates the value from the argument of `setValue(_:forKey:)`; nil if its class is wrong.
    init?(keyValue: Any)
    /// The value that `value(forKey:)` returns.
    var keyValue: Any? { get }
    /// Returns the value with numbers that aren't finite replaced by those of `fallback`.
    func replacingNonFinite(by fallback: Self) -> Self
}

extension CIInputValue {
    /// The value for "nothing set": by default none.
    public static var absent: Self? { nil }
    /// By default returns the value itself, as for a type without fractions.
    public func replacingNonFinite(by fallback: Self) -> Self { self }
}

extension Optional: CIInputValue where Wrapped: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: that of the wrapped type.
    public static var attributeClass: String { Wrapped.attributeClass }
    /// The type that `kCIAttributeType` reports: that of the wrapped type.
    public static var attributeType: String? { Wrapped.attributeType }
    /// The value for "nothing set": nil.
    public static var absent: Wrapped?? { .some(nil) }
    /// Creates the value from a value of the wrapped type; nil when the class is wrong.
    public init?(keyValue: Any) {
        guard let value = Wrapped(keyValue: keyValue) else { return nil }
        self = .some(value)
    }
    /// The wrapped value for key-value coding, or nil.
    public var keyValue: Any? { flatMap(\.keyValue) }
}

extension Double: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSNumber`.
    public static var attributeClass: String { "NSNumber" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeScalar`.
    public static var attributeType: String? { kCIAttributeTypeScalar }
    /// Creates the value from any number or Boolean; nil for other classes.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self = value
    }
    /// The value as an `NSNumber`.
    public var keyValue: Any? { NSNumber(value: self) }
    /// Returns the number if it is finite, otherwise `fallback`.
    public func replacingNonFinite(by fallback: Double) -> Double { finite(or: fallback) }
}

extension Float: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSNumber`.
    public static var attributeClass: String { "NSNumber" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeScalar`.
    public static var attributeType: String? { kCIAttributeTypeScalar }
    /// Creates the value from any number or Boolean; nil for other classes.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self = Float(value)
    }
    /// The value as an `NSNumber` with the shortest decimal that reads back as this float, so that 0.1 is reported as
    /// 0.1.
    public var keyValue: Any? { NSNumber(value: Double(description) ?? Double(self)) }
    /// Returns the number if it is finite, otherwise `fallback`.
    public func replacingNonFinite(by fallback: Float) -> Float { finite(or: fallback) }
}

extension CGFloat: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSNumber`.
    public static var attributeClass: String { "NSNumber" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeScalar`.
    public static var attributeType: String? { kCIAttributeTypeScalar }
    /// Creates the value from any number or Boolean; nil for other classes.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self = CGFloat(value)
    }
    /// The value as an `NSNumber`.
    public var keyValue: Any? { NSNumber(value: Double(self)) }
    /// Returns the number if it is finite, otherwise `fallback`.
    public func replacingNonFinite(by fallback: CGFloat) -> CGFloat { finite(or: fallback) }
}

extension Int: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSNumber`.
    public static var attributeClass: String { "NSNumber" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeInteger`.
    public static var attributeType: String? { kCIAttributeTypeInteger }
    /// Creates the value from a number, dropping its fraction; nil for other classes and for numbers of 9·10¹⁸ or more.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue), value.isFinite, abs(value) < 9e18 else { return nil }
        self = Int(value)
    }
    /// The value as an `NSNumber`.
    public var keyValue: Any? { NSNumber(value: self) }
}

extension Bool: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSNumber`.
    public static var attributeClass: String { "NSNumber" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeBoolean`.
    public static var attributeType: String? { kCIAttributeTypeBoolean }
    /// Creates the value from a Boolean or a number, where 0 is false; nil for other classes.
    public init?(keyValue: Any) {
        guard let value = Number.double(from: keyValue) else { return nil }
        self = value != 0
    }
    /// The value as an `NSNumber`.
    public var keyValue: Any? { NSNumber(value: self) }
}

extension String: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSString`.
    public static var attributeClass: String { "NSString" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
    /// Creates the value from a `String` or `NSString`; nil for other classes.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as String: self = value
        case let value as NSString: self = value as String
        default: return nil
        }
    }
    /// The value itself.
    public var keyValue: Any? { self }
}

extension Data: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSData`.
    public static var attributeClass: String { "NSData" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
    /// Creates the value from `Data` or `NSData`; nil for other classes.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as Data: self = value
        case let value as NSData: self = value as Data
        default: return nil
        }
    }
    /// The value itself.
    public var keyValue: Any? { self }
}

extension CGPoint: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `CIVector`.
    public static var attributeClass: String { "CIVector" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypePosition`.
    public static var attributeType: String? { kCIAttributeTypePosition }
    /// Creates the value from a `CIVector` of two or more numbers or a `CGPoint`; nil for others.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as CIVector where value.count >= 2: self = value.cgPointValue
        case let value as CGPoint: self = value
        default: return nil
        }
    }
    /// The value as a `CIVector` of x and y.
    public var keyValue: Any? { CIVector(cgPoint: self) }
    /// Returns the point with coordinates that aren't finite replaced by those of `fallback`.
    public func replacingNonFinite(by fallback: CGPoint) -> CGPoint {
        CGPoint(x: x.finite(or: fallback.x), y: y.finite(or: fallback.y))
    }
}

extension CGRect: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `CIVector`.
    public static var attributeClass: String { "CIVector" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeRectangle`.
    public static var attributeType: String? { kCIAttributeTypeRectangle }
    /// Creates the value from a `CIVector` of four numbers (x, y, width, height) or a `CGRect`; nil for others.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as CIVector where value.count == 4: self = value.cgRectValue
        case let value as CGRect: self = value
        default: return nil
        }
    }
    /// The value as a `CIVector` of x, y, width and height.
    public var keyValue: Any? { CIVector(cgRect: self) }
}

extension CGAffineTransform: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSAffineTransform`.
    public static var attributeClass: String { "NSAffineTransform" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeTransform`.
    public static var attributeType: String? { kCIAttributeTypeTransform }
    /// Creates the value from an affine transform, a `CIVector` or an array of six numbers; nil for others.
    public init?(keyValue: Any) {
        guard let transform = AffineTransformValue.transform(from: keyValue) else { return nil }
        self = transform
    }
    /// The value as an `NSAffineTransform`.
    public var keyValue: Any? { NSAffineTransform(self) }
}

extension CIInputValue where Self: AnyObject {
    /// The object itself.
    public var keyValue: Any? { self }
}

extension CIInputValue where Self: NSObject {
    /// Creates the value from an object of the class; nil for others.
    public init?(keyValue: Any) {
        guard let value = keyValue as? Self else { return nil }
        self = value
    }
}

extension CIImage: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `CIImage`.
    public static var attributeClass: String { "CIImage" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeImage`.
    public static var attributeType: String? { kCIAttributeTypeImage }
}

extension CIColor: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `CIColor`.
    public static var attributeClass: String { "CIColor" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeColor`.
    public static var attributeType: String? { kCIAttributeTypeColor }
}

extension CIVector: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `CIVector`.
    public static var attributeClass: String { "CIVector" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
}

extension CIInputValue where Self: NSNumber {
    /// Creates the value from any number or Boolean; nil for other classes.
    public init?(keyValue: Any) {
        guard let number = Number.double(from: keyValue).flatMap({ NSNumber(value: $0) as? Self }) else { return nil }
        self = number
    }
}

extension NSNumber: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSNumber`.
    public static var attributeClass: String { "NSNumber" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeScalar`.
    public static var attributeType: String? { kCIAttributeTypeScalar }
}
