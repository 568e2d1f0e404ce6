/// Compile-time integer arithmetic, with the same results as the opcodes' at run time.
enum ConstantArithmetic {
    /// Returns the result, or nil for a division by zero. Comparisons and logical operators return 0 or 1.
    static func int(_ operation: BinaryOperator, _ a: Int32, _ b: Int32) -> Int32? {
        var operands: [Constant?] = [.int(a), .int(b)]
        switch operation {
        case .divide, .remainder: if b == 0 { return nil }
        case .and, .or, .xor: operands = [.bool(a != 0), .bool(b != 0)]
        default: break
        }
        let (opcode, isReversed) = operation.opcode(for: .int)
        return switch Constant.folding(opcode, isReversed ? operands.reversed() : operands) {
        case .int(let value)?: value
        case .bool(let value)?: value ? 1 : 0
        case .float?, nil: nil
        }
    }
}
