import Foundation
import KernelLanguage
import Testing

/// Every int and bool instruction and conversion over edge values, against 64-bit arithmetic.
@Suite struct IntegerInstructionTests {
    /// The low 32 bits.
    private func wrapped(_ value: Int64) -> Int32 { Int32(truncatingIfNeeded: value) }

    private func check(_ opcode: Opcode, _ oracle: (Int64) -> Int64) throws {
        let probe = InstructionProbe(opcode: opcode, operandTypes: [.int], resultType: .int)
        for (a, result) in zip(EdgeValues.ints, try probe.results(EdgeValues.ints.map { [$0.float] })) {
            #expect(integer(result) == wrapped(oracle(Int64(a.int))), "\(opcode)(\(a.int))")
        }
    }

    private func check(_ opcode: Opcode, _ oracle: (Int64, Int64) -> Int64) throws {
        let pairs = EdgeValues.ints.flatMap { a in EdgeValues.ints.map { (a, $0) } }
        let probe = InstructionProbe(opcode: opcode, operandTypes: [.int, .int], resultType: .int)
        for (pair, result) in zip(pairs, try probe.results(pairs.map { [$0.0.float, $0.1.float] })) {
            let expected = wrapped(oracle(Int64(pair.0.int), Int64(pair.1.int)))
            #expect(integer(result) == expected, "\(opcode)(\(pair.0.int), \(pair.1.int))")
        }
    }

    private func check(_ opcode: Opcode, _ oracle: (Int64, Int64) -> Bool) throws {
        let pairs = EdgeValues.ints.flatMap { a in EdgeValues.ints.map { (a, $0) } }
        let probe = InstructionProbe(opcode: opcode, operandTypes: [.int, .int], resultType: .bool)
        for (pair, result) in zip(pairs, try probe.results(pairs.map { [$0.0.float, $0.1.float] })) {
            #expect(result.x == (oracle(Int64(pair.0.int), Int64(pair.1.int)) ? 1 : 0), "\(opcode)(\(pair))")
        }
    }

    private func check(_ opcode: Opcode, _ oracle: (Bool, Bool) -> Bool) throws {
        let probe = InstructionProbe(opcode: opcode, operandTypes: [.bool, .bool], resultType: .bool)
        let rows: [[Float]] = [[0, 0], [0, 3], [-1, 0], [.nan, 1]]
        for (row, result) in zip(rows, try probe.results(rows)) {
            let expected: Float = oracle(row[0] != 0, row[1] != 0) ? 1 : 0
            #expect(result.x == expected, "\(opcode)(\(row))")
        }
    }

    @Test func arithmetic() throws {
        try check(.addInt) { $0 + $1 }
        try check(.subtractInt) { $0 - $1 }
        try check(.multiplyInt) { $0 * $1 }
        try check(.divideInt) { $1 == 0 ? 0 : $0 / $1 }
        try check(.remainderInt) { $1 == 0 ? 0 : $0 % $1 }
        try check(.negateInt) { -$0 }
        try check(.absInt) { Swift.abs($0) }
        try check(.signInt) { $0.signum() }
        try check(.minInt) { Swift.min($0, $1) }
        try check(.maxInt) { Swift.max($0, $1) }
    }

    @Test func bitwise() throws {
        try check(.andInt) { $0 & $1 }
        try check(.orInt) { $0 | $1 }
        try check(.xorInt) { $0 ^ $1 }
        try check(.notInt) { -$0 - 1 }
        try check(.shiftLeft) { a, b in a * (1 << (b & 31)) }
        try check(.shiftRight) { a, b in Int64(Foundation.floor(Double(a) / Double(1 << (b & 31)))) }
    }

    @Test func comparisons() throws {
        try check(.lessInt) { $0 < $1 }
        try check(.lessEqualInt) { $0 <= $1 }
        try check(.equalInt) { (a: Int64, b: Int64) in a == b }
        try check(.notEqualInt) { (a: Int64, b: Int64) in a != b }
    }

    @Test func logic() throws {
        try check(.andBool) { $0 && $1 }
        try check(.orBool) { $0 || $1 }
        try check(.xorBool) { (a: Bool, b: Bool) in a != b }
        let not = InstructionProbe(opcode: .notBool, operandTypes: [.bool], resultType: .bool)
        #expect(try not.results([[0], [1], [.infinity]]).map(\.x) == [1, 0, 0])
    }

    @Test func floatToInt() throws {
        let probe = InstructionProbe(opcode: .floatToInt, operandTypes: [.float], resultType: .int)
        let numbers = EdgeValues.floats + [-0.99, 0.99, 2.000_000_2, -2_147_483_904, 1_234_567.9, -16_777_215]
        for (a, result) in zip(numbers, try probe.results(numbers.map { [$0] })) {
            let expected = a.isNaN ? 0 : Int64(Swift.max(-3e9, Swift.min(3e9, Double(a))))
            let held = Swift.max(Int64(Int32.min), Swift.min(Int64(Int32.max), expected))
            #expect(Int64(integer(result)) == held, "int(\(a)) = \(integer(result))")
        }
    }

    @Test func otherConversions() throws {
        let float = InstructionProbe(opcode: .intToFloat, operandTypes: [.int], resultType: .float)
        let truth = InstructionProbe(opcode: .intToBool, operandTypes: [.int], resultType: .bool)
        let rows = EdgeValues.ints.map { [$0.float] }
        for (index, a) in EdgeValues.ints.enumerated() {
            #expect(try float.results(rows)[index].x == Float(Double(a.int)))
            #expect(try truth.results(rows)[index].x == (a.int == 0 ? 0 : 1))
        }
        let boolToInt = InstructionProbe(opcode: .boolToInt, operandTypes: [.bool], resultType: .int)
        let boolToFloat = InstructionProbe(opcode: .boolToFloat, operandTypes: [.bool], resultType: .float)
        #expect(try boolToInt.results([[0], [5]]).map(integer) == [0, 1])
        #expect(try boolToFloat.results([[0], [5]]).map(\.x) == [0, 1])
    }

    @Test func selectAndMove() throws {
        let select = InstructionProbe(opcode: .select, operandTypes: [.bool, .float, .float], resultType: .float)
        let rows: [[Float]] = [[0, 1, 2], [1, 1, 2], [1, .nan, 2], [0, .nan, -0.0], [1, .infinity, .nan]]
        for (row, result) in zip(rows, try select.results(rows)) {
            #expect(identical(result.x, row[0] != 0 ? row[1] : row[2]), "\(row)")
        }
        let move = InstructionProbe(opcode: .move, operandTypes: [.float], resultType: .float)
        for (a, result) in zip(EdgeValues.floats, try move.results(EdgeValues.floats.map { [$0] })) {
            #expect(identical(a, result.x))
        }
    }
}
