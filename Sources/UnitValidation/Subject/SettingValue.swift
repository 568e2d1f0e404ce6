import CoreImage
import Foundation

/// An input's value that a check can choose, print and compare: a number, a vector or a colour.
enum SettingValue: Sendable, Hashable {
    case number(Double)
    case vector([Double])
    /// Red, green, blue and alpha, not premultiplied, in sRGB.
    case color([Double])

    /// Converts a value of a filter's input. Returns nil for other classes.
    init?(keyValue value: Any) {
        switch value {
        case let vector as CIVector: self = .vector((0..<vector.count).map { Double(vector.value(at: $0)) })
        case let color as CIColor:
            self = .color([color.red, color.green, color.blue, color.alpha].map { Double($0) })
        case let number as NSNumber: self = .number(number.doubleValue)
        case let number as Double: self = .number(number)
        case let number as Float: self = .number(Double(number))
        case let number as CGFloat: self = .number(Double(number))
        case let number as Int: self = .number(Double(number))
        case let boolean as Bool: self = .number(boolean ? 1 : 0)
        default: return nil
        }
    }

    /// The value for `setValue(_:forKey:)`.
    var keyValue: Any {
        switch self {
        case .number(let number): return NSNumber(value: number)
        case .vector(let components):
            let values = components.map { CGFloat($0) }
            return values.withUnsafeBufferPointer { buffer in
                // An empty vector has no base address.
                buffer.baseAddress.map { CIVector(values: $0, count: values.count) } ?? CIVector(string: "[]")
            }
        case .color(let parts):
            return CIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
        }
    }

    /// Returns whether two values are equal to about the precision of a float, because inputs may store floats.
    func isNearly(_ other: SettingValue) -> Bool {
        func near(_ one: Double, _ two: Double) -> Bool {
            one == two || abs(one - two) <= 1e-5 * max(abs(one), abs(two), 1e-3)
        }
        switch (self, other) {
        case (.number(let one), .number(let two)): return near(one, two)
        case (.vector(let one), .vector(let two)), (.color(let one), .color(let two)):
            return one.count == two.count && zip(one, two).allSatisfy(near)
        default: return false
        }
    }

    /// The value as text, with enough digits to reproduce it.
    var text: String {
        func short(_ value: Double) -> String { String(format: "%.9g", value) }
        switch self {
        case .number(let value): return short(value)
        case .vector(let parts): return "[" + parts.map(short).joined(separator: " ") + "]"
        case .color(let parts): return "(" + parts.map(short).joined(separator: " ") + ")"
        }
    }
}
