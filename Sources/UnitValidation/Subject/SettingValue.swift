import CoreImage
import Foundation

/// A value of an input that a check can choose, show and compare: a number, a vector or a colour.
enum SettingValue: Sendable, Hashable {
    case number(Double)
    case vector([Double])
    /// Red, green, blue, not premultiplied, and alpha, in sRGB.
    case color([Double])

    /// A value as filters give it; nil for values of other classes.
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

    /// The value to set.
    var keyValue: Any {
        switch self {
        case .number(let number): return NSNumber(value: number)
        case .vector(let components):
            let values = components.map { CGFloat($0) }
            return values.withUnsafeBufferPointer { buffer in
                // A vector without components has no address to read from.
                buffer.baseAddress.map { CIVector(values: $0, count: values.count) } ?? CIVector(string: "[]")
            }
        case .color(let parts):
            return CIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
        }
    }

    /// Whether both are the same to the precision of a float, which is all that inputs may hold.
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

    /// Short and exact enough to type again.
    var text: String {
        func short(_ value: Double) -> String { String(format: "%.9g", value) }
        switch self {
        case .number(let value): return short(value)
        case .vector(let parts): return "[" + parts.map(short).joined(separator: " ") + "]"
        case .color(let parts): return "(" + parts.map(short).joined(separator: " ") + ")"
        }
    }
}
