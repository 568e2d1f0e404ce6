import Foundation
import KernelLanguage
import TestSupport
import Testing

/// Compares transcendental functions of many random numbers with Foundation's in double precision. No error may exceed
/// the bound that `Opcode` documents.
@Suite struct TranscendentalAccuracyTests {
    /// Numbers between `low` and `high`. Half of them are distributed uniformly, and half logarithmically, down to 2⁻⁴⁰
    /// of the larger bound.
    private static func numbers(_ low: Double, _ high: Double, count: Int = 6000, seed: UInt64) -> [Float] {
        var random = SeededGenerator(seed: seed)
        let most = Swift.max(Swift.abs(low), Swift.abs(high))
        return (0..<count).compactMap { index in
            let fraction = Double(random.next() >> 11) * 0x1p-53
            if index.isMultiple(of: 2) { return Float(low + fraction * (high - low)) }
            let magnitude = most * Foundation.exp2(-40 * fraction)
            let number = random.next() & 1 == 0 ? magnitude : -magnitude
            return (low...high).contains(number) ? Float(number) : nil
        }
    }

    /// Returns the largest error in units of 2⁻²¹, relative to the larger of the result and `scale`, with a description
    /// of the operands.
    private func worst(
        _ opcode: Opcode, _ rows: [[Float]], scale: Double = 0, _ oracle: ([Double]) -> Double
    ) throws -> (error: Double, at: String) {
        let types = Array(repeating: ScalarType.float, count: rows[0].count)
        let probe = InstructionProbe(opcode: opcode, operandTypes: types, resultType: .float)
        var worst = (error: 0.0, at: "nowhere")
        for (row, result) in zip(rows, try probe.varyingResults(rows)) {
            let exact = oracle(row.map { Double($0) })
            let size = Swift.abs(exact)
            guard size.isFinite, size <= Double(Float.greatestFiniteMagnitude) * (1 - 0x1p-21),
                size >= Double(Float.leastNormalMagnitude) || scale > 0
            else { continue }
            let error = Swift.abs(Double(result.x) - exact) / Swift.max(scale, size) * 0x1p21
            // Also true where the result is NaN.
            if !(error <= worst.error) { worst = (error, "\(opcode)(\(row)) = \(result.x), not \(exact)") }
        }
        return worst
    }

    private func check(
        _ opcode: Opcode, _ low: Double, _ high: Double, scale: Double = 0, _ oracle: (Double) -> Double
    ) throws {
        let rows = Self.numbers(low, high, seed: 1).map { [$0] }
        let (error, place) = try worst(opcode, rows, scale: scale) { oracle($0[0]) }
        #expect(error <= 1, "error \(error) · 2⁻²¹: \(place)")
    }

    @Test func exponentials() throws {
        try check(.exp, -88, 89) { Foundation.exp($0) }
        try check(.exp, -1, 1) { Foundation.exp($0) }
        try check(.exp2, -127, 128) { Foundation.exp2($0) }
        try check(.exp2, -1, 1) { Foundation.exp2($0) }
    }

    @Test func logarithms() throws {
        try check(.log, 0, 1e38) { Foundation.log($0) }
        try check(.log, 0.5, 2) { Foundation.log($0) }
        try check(.log2, 0, 1e38) { Foundation.log2($0) }
        try check(.log2, 0.5, 2) { Foundation.log2($0) }
        try check(.log2, 0, 1e-37) { Foundation.log2($0) }
    }

    @Test func angles() throws {
        for range in [1.0, 10, 1000, 32_768] {
            try check(.sin, -range, range, scale: 1) { Foundation.sin($0) }
            try check(.cos, -range, range, scale: 1) { Foundation.cos($0) }
            try check(.tan, -range, range, scale: 1) { Foundation.tan($0) }
        }
        try check(.sin, -1, 1) { Foundation.sin($0) }
        try check(.tan, -1.5, 1.5) { Foundation.tan($0) }
    }

    @Test func inverseAngles() throws {
        try check(.asin, -1, 1) { Foundation.asin($0) }
        try check(.acos, -1, 1) { Foundation.acos($0) }
        try check(.atan, -4, 4) { Foundation.atan($0) }
        try check(.atan, -1e9, 1e9) { Foundation.atan($0) }
        let (ys, xs) = (Self.numbers(-10, 10, seed: 2), Self.numbers(-10, 10, seed: 3))
        let rows = zip(ys, xs).map { [$0, $1] }
        let (error, place) = try worst(.atan2, rows) { Foundation.atan2($0[0], $0[1]) }
        #expect(error <= 1, "error \(error) · 2⁻²¹: \(place)")
    }

    @Test func hyperbolicFunctions() throws {
        try check(.sinh, -89, 89) { Foundation.sinh($0) }
        try check(.sinh, -2, 2) { Foundation.sinh($0) }
        try check(.cosh, -89, 89) { Foundation.cosh($0) }
        try check(.tanh, -12, 12) { Foundation.tanh($0) }
        try check(.tanh, -1, 1) { Foundation.tanh($0) }
        try check(.asinh, -3, 3) { Foundation.asinh($0) }
        try check(.asinh, -3e38, 3e38) { Foundation.asinh($0) }
        try check(.acosh, 1, 3) { Foundation.acosh($0) }
        try check(.acosh, 1, 3e38) { Foundation.acosh($0) }
        try check(.atanh, -1, 1) { Foundation.atanh($0) }
    }

    /// Powers whose binary logarithms lie between about −127 and 127, with exponents of all magnitudes.
    @Test func powers() throws {
        var random = SeededGenerator(seed: 4)
        let bases = Self.numbers(0, 8, seed: 5) + Self.numbers(0, 1e38, seed: 6) + Self.numbers(0.99, 1.01, seed: 7)
        let rows = bases.filter { $0 > 0 }.map { base in
            let target = Double(random.next() >> 11) * 0x1p-52 * 127 - 127
            let exponent = target / Foundation.log2(Double(base))
            return [base, Float(Swift.max(-1e9, Swift.min(1e9, exponent)))]
        }
        let (error, place) = try worst(.pow, rows) { Foundation.pow($0[0], $0[1]) }
        #expect(error <= 1, "error \(error) · 2⁻²¹: \(place)")
        let exponents: [Float] = [2.4, 1 / 2.4, 2.2, 0.45]
        let transfer: [[Float]] = Self.numbers(0, 1, seed: 8).flatMap { base in exponents.map { [base, $0] } }
        let (second, secondPlace) = try worst(.pow, transfer) { Foundation.pow($0[0], $0[1]) }
        #expect(second <= 1, "error \(second) · 2⁻²¹: \(secondPlace)")
    }

    /// Results that kernels rely on to be exact.
    @Test func exactResults() throws {
        func result(_ opcode: Opcode, _ operands: Float...) throws -> Float {
            let types = Array(repeating: ScalarType.float, count: operands.count)
            return try InstructionProbe(opcode: opcode, operandTypes: types, resultType: .float)
                .varyingResults([operands])[0].x
        }
        for n in -126...127 {
            let power = Float(sign: .plus, exponent: n, significand: 1)
            #expect(try result(.exp2, Float(n)) == power)
            #expect(try result(.log2, power) == Float(n))
            #expect(try result(.pow, 2, Float(n)) == power)
        }
        #expect(try result(.cos, 0) == 1)
        #expect(try result(.exp, 0) == 1)
        #expect(try result(.log, 1).bitPattern == 0)
        #expect(try result(.cosh, 0) == 1)
        #expect(try result(.exp2, 128.01) == .infinity)
        for opcode in [Opcode.sin, .tan, .asin, .atan, .sinh, .tanh, .asinh, .atanh] {
            #expect(try result(opcode, 0).bitPattern == 0)
            #expect(try result(opcode, -0.0).bitPattern == Float(-0.0).bitPattern)
        }
        for base: Float in [0.001, 0.3, 1, 7, 1e20] {
            #expect(try result(.pow, base, 1) == base)
            #expect(try result(.pow, base, 0) == 1)
            #expect(try result(.pow, 1, base) == 1)
        }
    }
}
