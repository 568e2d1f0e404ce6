import Foundation
import KernelLanguage
import Testing

/// Compares transcendental functions of edge values and a range of numbers with Foundation's in double precision,
/// within the documented bounds.
@Suite struct TranscendentalInstructionTests {
    /// Edge values, and numbers of all magnitudes and both signs in between.
    static let sweep: [Float] =
        EdgeValues.floats
        + (-600...600).flatMap { step -> [Float] in
            let magnitude = Float(Foundation.exp2(Double(step) * 0.21))
            return [magnitude, -magnitude]
        } + (-300...300).map { Float($0) * 0.031_25 + 0.001 }

    /// Whether a result is as good as `Opcode` promises.
    private func isAccurate(_ result: Float, _ exact: Double, absolute: Double = 0) -> Bool {
        if exact.isNaN { return result.isNaN }
        let limit = Double(Float.greatestFiniteMagnitude)
        if Swift.abs(exact) > limit {
            return Swift.abs(result) > .greatestFiniteMagnitude * 0.999_999 && (result > 0) == (exact > 0)
        }
        if Swift.abs(exact) < Double(Float.leastNormalMagnitude) {
            return Swift.abs(result) <= .leastNormalMagnitude && Double(result) * exact >= 0
        }
        let tolerance = Swift.max(absolute, Swift.abs(exact) * 0x1p-21)
        return Swift.abs(Double(result) - exact) <= tolerance
    }

    private func check(
        _ opcode: Opcode, within domain: ClosedRange<Float> = -.infinity ... .infinity, absolute: Double = 0,
        _ oracle: (Double) -> Double
    ) throws {
        let numbers = Self.sweep.filter { domain.contains($0) || !$0.isFinite }
        let probe = InstructionProbe(opcode: opcode, operandTypes: [.float], resultType: .float)
        for (a, result) in zip(numbers, try probe.results(numbers.map { [$0] })) {
            let exact = oracle(Double(a))
            #expect(isAccurate(result.x, exact, absolute: absolute), "\(opcode)(\(a)) = \(result.x), not \(exact)")
        }
    }

    @Test func exponentials() throws {
        try check(.exp) { Foundation.exp($0) }
        try check(.exp2) { Foundation.exp2($0) }
        try check(.log) { Foundation.log($0) }
        try check(.log2) { Foundation.log2($0) }
    }

    @Test func trigonometry() throws {
        let domain: ClosedRange<Float> = -32_768...32_768
        try check(.sin, within: domain, absolute: 0x1p-21) { Foundation.sin($0) }
        try check(.cos, within: domain, absolute: 0x1p-21) { Foundation.cos($0) }
        try check(.tan, within: domain, absolute: 0x1p-21) { Foundation.tan($0) }
        try check(.asin) { Foundation.asin($0) }
        try check(.acos) { Foundation.acos($0) }
        try check(.atan) { Foundation.atan($0) }
    }

    /// Outside the domain with a promised accuracy, results of sin and cos still lie in −1…1.
    @Test func largeAngles() throws {
        let numbers = Self.sweep.filter { $0.isFinite && Swift.abs($0) > 32_768 }
        for opcode in [Opcode.sin, .cos] {
            let probe = InstructionProbe(opcode: opcode, operandTypes: [.float], resultType: .float)
            for result in try probe.results(numbers.map { [$0] }) { #expect((-1...1).contains(result.x)) }
        }
    }

    @Test func hyperbolic() throws {
        try check(.sinh) { Foundation.sinh($0) }
        try check(.cosh) { Foundation.cosh($0) }
        try check(.tanh) { Foundation.tanh($0) }
        try check(.asinh) { Foundation.asinh($0) }
        try check(.acosh) { Foundation.acosh($0) }
        try check(.atanh) { Foundation.atanh($0) }
    }

    @Test func powersAndAngles() throws {
        let exponents: [Float] = [
            0, -0.0, 1, -1, 2, 3, -2, 0.5, -0.5, 1 / 2.4, 2.4, 2.2, 10, 31, -7.5, 1e-6, 1e6, 1e20, .infinity,
            -.infinity, .nan,
        ]
        let bases = EdgeValues.floats + [0.04, 0.18, 0.9, 1.1, 2, 3, -2, -3]
        let rows = bases.flatMap { a in exponents.map { [a, $0] } }
        let pow = InstructionProbe(opcode: .pow, operandTypes: [.float, .float], resultType: .float)
        for (row, result) in zip(rows, try pow.results(rows)) {
            let exact = Foundation.pow(Double(row[0]), Double(row[1]))
            #expect(isAccurate(result.x, exact), "pow(\(row)) = \(result.x), not \(exact)")
        }
        let points = EdgeValues.floats.flatMap { a in EdgeValues.floats.map { [a, $0] } }
        let atan2 = InstructionProbe(opcode: .atan2, operandTypes: [.float, .float], resultType: .float)
        for (row, result) in zip(points, try atan2.results(points)) {
            let exact = Foundation.atan2(Double(row[0]), Double(row[1]))
            #expect(isAccurate(result.x, exact), "atan2(\(row)) = \(result.x), not \(exact)")
        }
    }
}
