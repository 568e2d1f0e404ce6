/// How closely a device's results follow the definitions of `Opcode`, which the interpreter computes.
package enum KernelExactness: Sendable, Hashable {
    /// Every result has the same bits, except that the payload and the sign of a NaN are unspecified.
    case equalBits
    /// A result differs from the defined one by at most `bound` times the larger of 1 and the magnitude of the defined
    /// result. A NaN is a NaN, and an infinity is the same infinity. So zeros may differ in sign, and denormal results
    /// may be 0.
    ///
    /// This bounds the error of single instructions. A kernel that subtracts nearly equal numbers, divides by a result
    /// near 0, or branches on a comparison of inexact results, can amplify it.
    case bounded(by: Float)

    /// Returns whether a device may return `result` where `defined` is defined.
    package func allows(_ result: Float, for defined: Float) -> Bool {
        if defined.isNaN || result.isNaN { return defined.isNaN && result.isNaN }
        switch self {
        case .equalBits: return result.bitPattern == defined.bitPattern
        case .bounded(let bound):
            if defined.isInfinite || result.isInfinite { return result == defined }
            // Differences of floats can overflow, and round; those of doubles do neither in a way that matters.
            return abs(Double(result) - Double(defined)) <= Double(bound) * max(1, abs(Double(defined)))
        }
    }
}

extension KernelExactness: CustomStringConvertible {
    /// `every bit`, or `within 2⁻²⁰ for each instruction`.
    package var description: String {
        switch self {
        case .equalBits: "every bit"
        case .bounded(let bound) where bound.significand == 1:
            "within 2\(Self.raised(Int(bound.exponent))) for each instruction"
        case .bounded(let bound): "within \(bound) for each instruction"
        }
    }

    private static func raised(_ exponent: Int) -> String {
        let digits: [Character: Character] = [
            "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸",
            "9": "⁹",
        ]
        return String("\(exponent)".map { digits[$0] ?? $0 })
    }
}
