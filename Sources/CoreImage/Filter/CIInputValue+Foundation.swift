import Foundation
import Pixels

// Types that plain stored properties of older filters have.

extension CGSize: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "CIVector" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeOffset }
    /// A vector of at least two numbers, width first, or a size.
    public init?(keyValue: Any) {
        switch keyValue {
        case let value as CIVector where value.count >= 2: self.init(width: value.x, height: value.y)
        case let value as CGSize: self = value
        default: return nil
        }
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { CIVector(x: width, y: height) }
}

extension Array: CIInputValue where Element == CIVector {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSArray" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
    /// An array of nothing but vectors.
    public init?(keyValue: Any) {
        guard let vectors = keyValue as? [CIVector] else { return nil }
        self = vectors
    }
    /// See `CIInputValue`.
    public var keyValue: Any? { self }
}

extension CIInputValue where Self: NSString {
    /// Both kinds of text are taken.
    public init?(keyValue: Any) {
        guard let text = String(keyValue: keyValue), let value = NSString(string: text) as? Self else { return nil }
        self = value
    }
}

extension NSString: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSString" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
}

extension CIInputValue where Self: NSData {
    /// Both kinds of data are taken.
    public init?(keyValue: Any) {
        guard let data = Data(keyValue: keyValue), let value = NSData(data: data) as? Self else { return nil }
        self = value
    }
}

extension NSData: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSData" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
}

extension CIInputValue where Self: NSAffineTransform {
    /// Every form of an affine transform is taken.
    public init?(keyValue: Any) {
        guard let transform = CGAffineTransform(keyValue: keyValue),
            let value = NSAffineTransform(transform) as? Self
        else { return nil }
        self = value
    }
}

extension NSAffineTransform: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "NSAffineTransform" }
    /// See `CIInputValue`.
    public static var attributeType: String? { kCIAttributeTypeTransform }
}
