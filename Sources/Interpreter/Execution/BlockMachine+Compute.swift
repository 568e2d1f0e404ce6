import KernelLanguage

extension BlockMachine {
    /// Executes one instruction for every pixel, as `Opcode` specifies.
    func compute(_ opcode: Opcode, _ i: BlockInstruction) {
        switch opcode {
        case .constantFloat, .constantInt, .constantBool, .argument, .samplerAttribute:
            // Uniform inputs are stored in their places before a run, so decoding leaves no instructions for them.
            break
        case .destCoord: destinationCoordinates(i)
        case .move: map(i) { (a: Int32) in a }
        case .sampleAtDestination(let image): sampleAtDestination(samplers[image], i)
        case .sample(let image): sample(samplers[image], i)
        case .sampleAtPoint(let image): sampleAtPoint(samplers[image], i)

        case .addFloat: zip(i) { (a: Float, b: Float) in a + b }
        case .subtractFloat: zip(i) { (a: Float, b: Float) in a - b }
        case .multiplyFloat: zip(i) { (a: Float, b: Float) in a * b }
        case .divideFloat: zip(i) { (a: Float, b: Float) in a / b }
        case .negateFloat: map(i) { (a: Float) in -a }
        case .modFloat: zip(i) { (a: Float, b: Float) in a - b * Rounding.floor(a / b) }
        case .absFloat: map(i) { (a: Float) in Float(bitPattern: a.bitPattern & 0x7fff_ffff) }
        case .signFloat: map(i) { (a: Float) in a > 0 ? 1 : (a < 0 ? -1 : a) as Float }
        case .floor: map(i, Rounding.floor)
        case .ceil: map(i, Rounding.ceil)
        case .fract: map(i) { (a: Float) in a - Rounding.floor(a) }
        case .round: map(i, Rounding.round)
        case .roundEven: map(i, Rounding.roundEven)
        case .trunc: map(i, Rounding.trunc)
        case .minFloat: zip(i) { (a: Float, b: Float) in b < a ? b : a }
        case .maxFloat: zip(i) { (a: Float, b: Float) in a < b ? b : a }
        case .fusedMultiplyAdd: fusedMultiplyAdd(i)
        case .sqrt: map(i) { (a: Float) in a.squareRoot() }
        case .inversesqrt: map(i) { (a: Float) in a == 0 ? .infinity : 1 / a.squareRoot() }

        case .exp, .exp2, .log, .log2, .pow, .sin, .cos, .tan, .asin, .acos, .atan, .atan2, .sinh, .cosh, .tanh, .asinh,
            .acosh, .atanh:
            // Expanded before decoding. `MaskedWriteAnalysis` rejects programs that still contain one of these.
            break

        case .addInt: zip(i) { (a: Int32, b: Int32) in a &+ b }
        case .subtractInt: zip(i) { (a: Int32, b: Int32) in a &- b }
        case .multiplyInt: zip(i) { (a: Int32, b: Int32) in a &* b }
        case .divideInt: zip(i) { (a: Int32, b: Int32) in b == 0 ? 0 : a.dividedReportingOverflow(by: b).partialValue }
        case .remainderInt:
            zip(i) { (a: Int32, b: Int32) in b == 0 ? 0 : a.remainderReportingOverflow(dividingBy: b).partialValue }
        case .negateInt: map(i) { (a: Int32) in 0 &- a }
        case .absInt: map(i) { (a: Int32) in a < 0 ? 0 &- a : a }
        case .signInt: map(i) { (a: Int32) in (a > 0 ? 1 : 0) &- (a < 0 ? 1 : 0) as Int32 }
        case .minInt: zip(i) { (a: Int32, b: Int32) in b < a ? b : a }
        case .maxInt: zip(i) { (a: Int32, b: Int32) in a < b ? b : a }
        case .andInt, .andBool: zip(i) { (a: Int32, b: Int32) in a & b }
        case .orInt, .orBool: zip(i) { (a: Int32, b: Int32) in a | b }
        case .xorInt, .xorBool: zip(i) { (a: Int32, b: Int32) in a ^ b }
        case .notInt, .notBool: map(i) { (a: Int32) in ~a }
        case .shiftLeft: zip(i) { (a: Int32, b: Int32) in a &<< b }
        case .shiftRight: zip(i) { (a: Int32, b: Int32) in a &>> b }

        case .lessFloat: zip(i) { (a: Float, b: Float) in truth(a < b) }
        case .lessEqualFloat: zip(i) { (a: Float, b: Float) in truth(a <= b) }
        case .equalFloat: zip(i) { (a: Float, b: Float) in truth(a == b) }
        case .notEqualFloat: zip(i) { (a: Float, b: Float) in truth(a != b) }
        case .lessInt: zip(i) { (a: Int32, b: Int32) in truth(a < b) }
        case .lessEqualInt: zip(i) { (a: Int32, b: Int32) in truth(a <= b) }
        case .equalInt: zip(i) { (a: Int32, b: Int32) in truth(a == b) }
        case .notEqualInt: zip(i) { (a: Int32, b: Int32) in truth(a != b) }
        case .isNaN: map(i) { (a: Float) in truth(a != a) }
        case .isInf: map(i) { (a: Float) in truth(a == .infinity || a == -.infinity) }
        case .select: select(i)

        case .intToFloat: map(i) { (a: Int32) in Float(a) }
        case .floatToInt: map(i, Rounding.int)
        case .boolToFloat: map(i) { (a: Int32) in Float(bitPattern: UInt32(bitPattern: a) & Float(1).bitPattern) }
        case .boolToInt: map(i) { (a: Int32) in a & 1 }
        case .floatToBool: map(i) { (a: Float) in truth(a != 0) }
        case .intToBool: map(i) { (a: Int32) in truth(a != 0) }
        case .floatBits, .bitsToFloat: map(i) { (a: Int32) in a }
        case .lookup(let table):
            table.values.withUnsafeBufferPointer { values in
                map(i) { (a: Int32) in values[Int(a) & (LookupTable.count - 1)] }
            }

        case .loadElement(let array): loadElement(array, i)
        case .storeElement(let array): storeElement(array, i)
        }
    }

    /// Returns a bool in the machine's representation, −1 or 0.
    @inline(__always)
    private func truth(_ condition: Bool) -> Int32 { condition ? -1 : 0 }
}
