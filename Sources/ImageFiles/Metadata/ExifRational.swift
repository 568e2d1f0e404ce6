import Foundation

/// A fraction as stored in EXIF.
struct ExifRational: Hashable, Sendable {
    var numerator: Int64
    var denominator: Int64

    /// Finds the simplest fraction within a relative error of 10⁻⁹ whose parts fit into 31 bits; 0.008 gives 1/125.
    init(_ value: Double) {
        guard value.isFinite, abs(value) < 2_147_483_647 else {
            // EXIF represents "unknown" as 0/0.
            (numerator, denominator) = (0, 0)
            return
        }
        var (previous, current) = ((Int64(1), Int64(0)), (Int64(value.rounded(.down)), Int64(1)))
        var rest = value - value.rounded(.down)
        while abs(Double(current.0) / Double(current.1) - value) > abs(value) * 1e-9, rest > 1e-12 {
            let inverse = 1 / rest
            let whole = inverse.rounded(.down)
            guard whole < 2_147_483_647 else { break }
            let next = (Int64(whole) * current.0 + previous.0, Int64(whole) * current.1 + previous.1)
            guard abs(next.0) <= 2_147_483_647, next.1 <= 2_147_483_647 else { break }
            (previous, current) = (current, next)
            rest = inverse - whole
        }
        (numerator, denominator) = current
    }

    init(numerator: Int64, denominator: Int64) { (self.numerator, self.denominator) = (numerator, denominator) }

    /// The quotient; 0 for "unknown", which EXIF stores as 0/0.
    var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }
}
