import Foundation
import KernelLanguage

/// Reads numbers from the classes in which clients write them.
enum Number {
    /// The number that `value` stands for: any of Swift's and Foundation's numbers and Booleans; nil for anything else.
    static func double(from value: Any) -> Double? {
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

/// What a wrong value is called in a message: its type, and the value when it is short.
func described(_ value: Any) -> String {
    let type = String(describing: Swift.type(of: value))
    switch value {
    case is String, is NSNumber, is CIVector, is any BinaryInteger, is any BinaryFloatingPoint, is Bool:
        return "\(type) (\(printable(String(describing: value))))"
    default: return type
    }
}
