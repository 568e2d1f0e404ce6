import Foundation

/// A time as users write it: `2`, `2s`, `1.5s`, `500ms`, `1:30`, `1:02:03.5` or `48f`, a number of frames.
package enum TimeText: Hashable, Sendable {
    case seconds(Double)
    case frames(Double)

    /// What a time can look like, for messages.
    package static let forms = "write seconds as 2s or 1.5, milliseconds as 500ms, 1:30, 1:02:03.5, or frames as 48f"

    /// Reads a time. Nil if the text isn't one.
    package init?(_ text: String) {
        let text = text.lowercased()
        func number(_ text: some StringProtocol) -> Double? {
            // `Double` takes more, such as `inf` and `0x1p3`.
            guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }) else { return nil }
            return Double(text)
        }
        if text.contains(":") {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let values = parts.compactMap { number($0) }
            guard values.count == parts.count, values.count <= 3,
                values.dropLast().allSatisfy({ $0 == $0.rounded() }), values.dropFirst().allSatisfy({ $0 < 60 })
            else { return nil }
            self = .seconds(values.reduce(0) { $0 * 60 + $1 })
        } else if text.hasSuffix("ms") {
            guard let value = number(text.dropLast(2)) else { return nil }
            self = .seconds(value / 1000)
        } else if text.hasSuffix("f") {
            guard let value = number(text.dropLast()) else { return nil }
            self = .frames(value)
        } else {
            guard let value = number(text.hasSuffix("s") ? text.dropLast() : Substring(text)) else { return nil }
            self = .seconds(value)
        }
    }

    /// Returns the time in seconds.
    ///
    /// - Parameter frameRate: Frames a second, for a number of frames.
    package func seconds(frameRate: Double) -> Double {
        switch self {
        case .seconds(let seconds): seconds
        case .frames(let count): count / frameRate
        }
    }
}
