/// A ratio of two numbers, as streams store time bases, frame rates and aspect ratios.
package struct Ratio: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number above the line.
    package let numerator: Int32
    /// The number below the line.
    package let denominator: Int32

    /// Creates a ratio, which isn't reduced.
    package init(_ numerator: Int32, _ denominator: Int32) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// Whether both numbers are positive. Files contain other ratios, too, mostly 0/0 or 0/1 for an unknown one.
    package var isPositive: Bool { numerator > 0 && denominator > 0 }

    /// The quotient, or nil if the ratio isn't positive.
    package var value: Double? { isPositive ? Double(numerator) / Double(denominator) : nil }

    /// The ratio with its numbers exchanged.
    package var inverse: Ratio { Ratio(denominator, numerator) }

    /// The ratio as text, such as `30000/1001`.
    package var description: String { "\(numerator)/\(denominator)" }
}
