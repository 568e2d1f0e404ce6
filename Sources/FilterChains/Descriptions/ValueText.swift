import CoreImage
import Foundation
import UntrustedInput

/// Formats a filter's values for people and for scripts.
package enum ValueText {
    /// Returns the value on one line.
    package static func text(_ value: Any) -> String {
        switch json(value) {
        // The default rectangle of a crop, which is as large as possible.
        case let numbers as [Double] where numbers.contains { abs($0) > 1e300 }: "everywhere"
        case let numbers as [Double]: numbers.map(text(of:)).joined(separator: ",")
        case let color as [String: Double] where color["r"] != nil:
            ["r", "g", "b", "a"].compactMap { color[$0] }.map(text(of:)).joined(separator: ",")
        case let data as [String: Int] where data["dataBytes"] != nil: "\(data["dataBytes"] ?? 0) bytes"
        case let number as NSNumber: text(of: number.doubleValue)
        case let values as [Any]: values.map(text).joined(separator: "; ")
        case let values as [String: Any]:
            values.sorted { $0.key < $1.key }.map { "\(printable($0.key)) \(text($0.value))" }.joined(separator: " ")
        case let other: printable("\(other)", limit: 1000)
        }
    }

    /// Returns a number without `.0`, with at most six significant digits.
    package static func text(of number: Double) -> String {
        if let whole = Int(exactly: number) { return "\(whole)" }
        let rounded = String(format: "%.6g", number)
        return Double(rounded) == number || "\(number)".count > rounded.count ? rounded : "\(number)"
    }

    /// Returns a value for JSON: numbers unchanged, vectors and transforms as arrays, colours as objects, data as its
    /// size.
    package static func json(_ value: Any?) -> Any {
        switch value {
        case nil: NSNull()
        case let value as CIVector: (0..<value.count).map { Double(value.value(at: $0)) }
        case let value as CIColor:
            ["r": Double(value.red), "g": Double(value.green), "b": Double(value.blue), "a": Double(value.alpha)]
        case let value as NSAffineTransform:
            [\CGAffineTransform.a, \.b, \.c, \.d, \.tx, \.ty].map { Double(CGAffineTransform(value)[keyPath: $0]) }
        case let value as Data: ["dataBytes": value.count]
        case let value as NSNumber: value
        case let value as String: value
        case let value as CGColorSpace: value.name ?? "ICC profile"
        case let values as [Any]: values.map { json($0) }
        case let values as [String: Any]: values.mapValues { json($0) }
        case let value?: "\(value)"
        }
    }
}
