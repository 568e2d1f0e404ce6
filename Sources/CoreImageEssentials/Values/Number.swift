import Foundation
import UntrustedInput

/// Conversion of numbers from the classes that clients use.
package enum Number {
    /// Returns the number in `value`, which may be any of Swift's and Foundation's numbers and Booleans. nil for other
    /// values.
    package static func double(from value: Any) -> Double? {
        switch value {
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as CGFloat: Double(number)
        case let number as Bool: number ? 1 : 0
        case let number as any BinaryInteger: Double(number)
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }
}

/// Returns a description of a value for an error message: its type, and the value if it is short.
package func described(_ value: Any) -> String {
    let type = String(describing: Swift.type(of: value))
    switch value {
    case is String, is NSNumber, is CIVector, is any BinaryInteger, is any BinaryFloatingPoint, is Bool:
        return "\(type) (\(printable(String(describing: value))))"
    default: return type
    }
}
