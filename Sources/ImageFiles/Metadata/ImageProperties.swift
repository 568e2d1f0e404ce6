import Foundation

/// Properties as clients hand them over, and as values that may be shared between threads.
public enum ImageProperties {
    /// A copy that holds only strings, numbers, data, dates, arrays and dictionaries, which is all that a picture file can store.
    /// Values of other types are left out.
    public static func copied(from properties: [String: Any]) -> [String: any Sendable] {
        properties.compactMapValues(copied)
    }

    private static func copied(_ value: Any) -> (any Sendable)? {
        switch value {
        case let v as String: v
        case let v as Int: v
        case let v as Double: v
        case let v as Bool: v
        case let v as Float: Double(v)
        case let v as any BinaryInteger: Int(clamping: v)
        case let v as NSNumber: v.doubleValue
        case let v as NSString: String(describing: v)
        case let v as Data: v
        case let v as Date: v
        case let v as [String: Any]: copied(from: v)
        case let v as [Any]: array(v)
        default: nil
        }
    }

    /// An array of one type where the members agree, so that it can be cast as ImageIO's arrays are.
    private static func array(_ values: [Any]) -> any Sendable {
        if let numbers = values as? [Int] { return numbers }
        if let numbers = values as? [Double] { return numbers }
        if let texts = values as? [String] { return texts }
        return values.compactMap(copied)
    }
}
