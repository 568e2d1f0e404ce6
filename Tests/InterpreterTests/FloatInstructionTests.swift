import Foundation
import KernelLanguage
import Testing

/// Every float instruction with an exact result, over edge values, against formulas in double precision.
@Suite struct FloatInstructionTests {
    private func check(_ opcode: Opcode, _ oracle: (Float) -> Float) throws {
        let probe = InstructionProbe(opcode: opcode, operandTypes: [.float], resultType: .float)
        let results = try probe.results(EdgeValues.floats.map { [$0] })
        for (a, result) in zip(EdgeValues.floats, results) {
            #expect(identical(result.x, oracle(a)), "\(opcode)(\(a)) = \(result.x), not \(oracle(a))")
        }
    }

    private func check(_ opcode: Opcode, _ oracle: (Float, Float) -> Float) throws {
        let rows = EdgeValues.floats.flatMap { a in EdgeValues.floats.map { [a, $0] } }
        let probe = InstructionProbe(opcode: opcode, operandTypes: [.float, .float], resultType: .float)
        for (row, result) in zip(rows, try probe.results(rows)) {
            let expected = oracle(row[0], row[1])
            #expect(identical(result.x, expected), "\(opcode)(\(row)) = \(result.x), not \(expected)")
        }
    }

    private func check(_ opcode: Opcode, _ oracle: (Float, Float) -> Bool) throws {
        let rows = EdgeValues.floats.flatMap { a in EdgeValues.floats.map { [a, $0] } }
        let probe = InstructionProbe(opcode: opcode, operandTypes: [.float, .float], resultType: .bool)
        for (row, result) in zip(rows, try probe.results(rows)) {
            #expect(result.x == (oracle(row[0], row[1]) ? 1 : 0), "\(opcode)(\(row))")
        }
    }

    // A sum, product or quotient of floats that is computed in double precision and rounded to float is correctly
    // rounded.
    @Test func add() throws { try check(.addFloat) { a, b in Float(Double(a) + Double(b)) } }
    @Test func subtract() throws { try check(.subtractFloat) { a, b in Float(Double(a) - Double(b)) } }
    @Test func multiply() throws { try check(.multiplyFloat) { a, b in Float(Double(a) * Double(b)) } }
    @Test func divide() throws { try check(.divideFloat) { a, b in Float(Double(a) / Double(b)) } }
    @Test func negate() throws {
        try check(.negateFloat) {
            Float(sign: $0.sign == .plus ? .minus : .plus, exponent: 0, significand: 1) * abs($0)
        }
    }
    @Test func absolute() throws { try check(.absFloat) { Float(Foundation.fabs(Double($0))) } }
    @Test func floor() throws { try check(.floor) { Float(Foundation.floor(Double($0))) } }
    @Test func ceil() throws { try check(.ceil) { Float(Foundation.ceil(Double($0))) } }
    @Test func trunc() throws { try check(.trunc) { Float(Foundation.trunc(Double($0))) } }
    @Test func round() throws { try check(.round) { Float(Foundation.round(Double($0))) } }
    @Test func roundEven() throws { try check(.roundEven) { Float(Foundation.rint(Double($0))) } }
    @Test func fract() throws { try check(.fract) { a in a - Float(Foundation.floor(Double(a))) } }
    @Test func squareRoot() throws { try check(.sqrt) { Float(Foundation.sqrt(Double($0))) } }

    @Test func mod() throws {
        try check(.modFloat) { a, b in
            let quotient = Float(Double(a) / Double(b))
            return a - b * Float(Foundation.floor(Double(quotient)))
        }
    }

    @Test func minimum() throws { try check(.minFloat) { a, b in a.isNaN || b.isNaN || b >= a ? a : b } }
    @Test func maximum() throws { try check(.maxFloat) { a, b in a.isNaN || b.isNaN || a >= b ? a : b } }

    @Test func sign() throws {
        let probe = InstructionProbe(opcode: .signFloat, operandTypes: [.float], resultType: .float)
        for (a, result) in zip(EdgeValues.floats, try probe.results(EdgeValues.floats.map { [$0] })) {
            if a.isNaN {
                #expect(result.x.isNaN)
            } else {
                #expect(result.x == (a == 0 ? 0 : a < 0 ? -1 : 1), "sign(\(a))")
            }
        }
    }

    @Test func inverseSquareRoot() throws {
        let probe = InstructionProbe(opcode: .inversesqrt, operandTypes: [.float], resultType: .float)
        for (a, result) in zip(EdgeValues.floats, try probe.results(EdgeValues.floats.map { [$0] })) {
            let expected = a == 0 ? Double.infinity : 1 / Foundation.sqrt(Double(a))
            if expected.isNaN || expected.isInfinite || expected == 0 {
                #expect(identical(result.x, Float(expected)), "inversesqrt(\(a)) = \(result.x)")
            } else {
                #expect(abs(Double(result.x) / expected - 1) <= 0x1p-22, "inversesqrt(\(a)) = \(result.x)")
            }
        }
    }

    @Test func less() throws { try check(.lessFloat) { a, b in a < b } }
    @Test func lessOrEqual() throws { try check(.lessEqualFloat) { a, b in a < b || a == b } }
    @Test func equal() throws { try check(.equalFloat) { a, b in !a.isNaN && !b.isNaN && !(a < b) && !(a > b) } }
    @Test func notEqual() throws { try check(.notEqualFloat) { a, b in a.isNaN || b.isNaN || a < b || a > b } }

    @Test func classification() throws {
        let rows = EdgeValues.floats.map { [$0] }
        let nan = InstructionProbe(opcode: .isNaN, operandTypes: [.float], resultType: .bool)
        let infinite = InstructionProbe(opcode: .isInf, operandTypes: [.float], resultType: .bool)
        let truth = InstructionProbe(opcode: .floatToBool, operandTypes: [.float], resultType: .bool)
        for (index, a) in EdgeValues.floats.enumerated() {
            #expect(try nan.results(rows)[index].x == (a.isNaN ? 1 : 0))
            #expect(try infinite.results(rows)[index].x == (a.isInfinite ? 1 : 0))
            #expect(try truth.results(rows)[index].x == (a.isZero ? 0 : 1), "\(a)")
        }
    }
}
