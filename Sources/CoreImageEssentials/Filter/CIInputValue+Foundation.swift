import Foundation
import Pixels

// Types of plain stored properties in older filters.

extension CGSize: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `CIVector`.
    public static var attributeClass: String { "CIVector" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeOffset`.
    public static var attributeType: String? { kCIAttributeTypeOffset }
    /// Creates the value from a `CIVector` of at least two numbers, width first, or a `CGSize`; nil for others.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as CIVector where value.count >= 2: self.init(width: value.x, height: value.y)
        case let value as CGSize: self = value
        default: return nil
        }
    }
    /// The value as a `CIVector` of width and height.
    public var keyValue: Any? { CIVector(x: width, y: height) }
}

extension Array: CIInputValue where Element == CIVector {
    /// The class name that `kCIAttributeClass` reports: `NSArray`.
    public static var attributeClass: String { "NSArray" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
    /// Creates the value from an array whose elements are all vectors; nil for others.
    public init?(keyValue: Any) {
        guard let vectors = keyValue as? [CIVector] else { return nil }
        self = vectors
    }
    /// The array itself.
    public var keyValue: Any? { self }
}

extension CIInputValue where Self: NSString {
    /// Creates the value from a `String` or `NSString`; nil for other classes.
    public init?(keyValue: Any) {
        guard let text = String(keyValue: keyValue), let value = NSString(string: text) as? Self else { return nil }
        self = value
    }
}

extension NSString: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSString`.
    public static var attributeClass: String { "NSString" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
}

extension CIInputValue where Self: NSData {
    /// Creates the value from `Data` or `NSData`; nil for other classes.
    public init?(keyValue: Any) {
        guard let data = Data(keyValue: keyValue), let value = NSData(data: data) as? Self else { return nil }
        self = value
    }
}

extension NSData: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSData`.
    public static var attributeClass: String { "NSData" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
}

extension CIInputValue where Self: NSAffineTransform {
    /// Creates the value from an affine transform, a `CIVector` or an array of six numbers; nil for others.
    public init?(keyValue: Any) {
        guard let transform = CGAffineTransform(keyValue: keyValue),
            let value = NSAffineTransform(transform) as? Self
        else { return nil }
        self = value
    }
}

extension NSAffineTransform: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `NSAffineTransform`.
    public static var attributeClass: String { "NSAffineTransform" }
    /// The type that `kCIAttributeType` reports unless the input declares another: `kCIAttributeTypeTransform`.
    public static var attributeType: String? { kCIAttributeTypeTransform }
}
