import Foundation

/// Converts properties from clients to values that can be shared between threads.
package enum ImageProperties {
    /// Returns a copy that contains only strings, numbers, data, dates, arrays and dictionaries, the types that picture
    /// files can store. Values of other types are left out.
    package static func copied(from properties: [String: Any]) -> [String: any Sendable] {
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

    /// Returns an array of one element type if all elements have it, so that clients can cast it like ImageIO's arrays.
    private static func array(_ values: [Any]) -> any Sendable {
        if let numbers = values as? [Int] { return numbers }
        if let numbers = values as? [Double] { return numbers }
        if let texts = values as? [String] { return texts }
        return values.compactMap(copied)
    }
}
