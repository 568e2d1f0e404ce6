import Foundation
import KernelLanguage

/// A function of positive numbers as one polynomial for each octave, 2ᵉ ≤ y < 2ᵉ⁺¹.
///
/// The exponent of a float selects the coefficients, each from a register (`Opcode.lookup`). Transfer functions, which
/// are powers, need a much lower degree in an octave than from 0 to 1.
///
/// Each polynomial equals the function at the Chebyshev points of its octave, which include both ends. So polynomials
/// join, and errors are at most about twice as large as the least possible.
struct OctavePolynomials {
    /// One table for each power, from the lowest on.
    private let coefficients: [LookupTable]

    /// The exponent that stands for 1 in a float.
    private static let bias = 127
    /// Number of bits of a float's fraction.
    private static let fractionBits: Int32 = 23

    /// Computes the polynomials.
    ///
    /// - Parameters:
    ///   - degree: The degree of each polynomial, at least 1.
    ///   - exponent: The exponent e of the last octave. There are as many octaves as a table has numbers.
    ///   - last: The only number of the last octave that is used, if it is just the end of the range. The polynomial is
    ///     the function's value there, without rounding errors.
    init(degree: Int, upTo exponent: Int, endingWith last: Double? = nil, _ function: (Double) -> Double) {
        var tables = Array(repeating: [Float](repeating: 0, count: LookupTable.count), count: degree + 1)
        for e in exponent - LookupTable.count + 1...exponent {
            let place = (e + Self.bias) & (LookupTable.count - 1)
            if e == exponent, let last {
                tables[0][place] = Float(function(last))
                continue
            }
            for (power, value) in Self.polynomial(degree, exp2(Double(e)), function).enumerated() {
                tables[power][place] = Float(value)
            }
        }
        coefficients = tables.map { LookupTable($0) }
    }

    /// Returns the coefficients of a polynomial for `start`…2 · `start`, from the lowest power on.
    private static func polynomial(_ degree: Int, _ start: Double, _ function: (Double) -> Double) -> [Double] {
        let points = (0...degree).map { start * (1.5 - 0.5 * cos(.pi * Double($0) / Double(degree))) }
        // Newton's divided differences.
        var differences = points.map(function)
        for order in 1...degree {
            for index in (order...degree).reversed() {
                differences[index] =
                    (differences[index] - differences[index - 1]) / (points[index] - points[index - order])
            }
        }
        // Multiply out by Horner's scheme: p · (y − point) + difference.
        var result = [differences[degree]]
        for index in (0..<degree).reversed() {
            let shifted = [0] + result
            let scaled = result.map { -$0 * points[index] } + [0]
            result = zip(shifted, scaled).map { $0 + $1 }
            result[0] += differences[index]
        }
        return result
    }

    /// Returns the function of a number in one of the octaves. Other numbers have any result, but NaN gives NaN.
    func callAsFunction(_ y: FloatValue) -> FloatValue {
        let octave = y.bits >> Self.fractionBits
        let factors = coefficients.map { octave.lookup($0) }
        return factors.dropLast().reversed().reduce(factors[factors.count - 1]) { .fusedMultiplyAdd($0, y, $1) }
    }
}
