import KernelLanguage

/// Writes arithmetic on scalars as `Opcode` defines it.
///
/// SPIR-V leaves divisions of integers by zero, conversions of floats that are too large, and shifts by more than 31
/// undefined, so operands are replaced there.
struct SPIRVArithmetic {
    let writer: SPIRVFunctionWriter
    /// A zero that the driver doesn't know, or nil if operands aren't hidden from it.
    let unknownZero: UInt32?

    private var module: SPIRVModuleWriter { writer.module }
    private var float: UInt32 { module.float }
    private var int: UInt32 { module.int }

    /// Writes an instruction and returns its result. Throws `SPIRVEmissionError` if it isn't arithmetic.
    func write(_ opcode: Opcode, _ o: [UInt32]) throws -> UInt32 {
        switch opcode {
        case .addFloat: arithmetic(.fAdd, o)
        case .subtractFloat: arithmetic(.fSub, o)
        case .multiplyFloat: arithmetic(.fMul, o)
        case .divideFloat: arithmetic(.fDiv, o)
        case .negateFloat: arithmetic(.fNegate, o)
        case .modFloat: mod(o[0], o[1])
        case .absFloat: writer.value(.fAbs, float, o)
        case .signFloat: sign(o[0])
        case .floor: writer.value(.floor, float, o)
        case .ceil: writer.value(.ceil, float, o)
        case .fract: arithmetic(.fSub, [o[0], writer.value(.floor, float, o)])
        case .round: round(o[0])
        case .roundEven: writer.value(.roundEven, float, o)
        case .trunc: writer.value(.trunc, float, o)
        case .minFloat: select(writer.test(.fOrdLessThan, [o[1], o[0]]), o[1], o[0])
        case .maxFloat: select(writer.test(.fOrdLessThan, o), o[1], o[0])
        case .fusedMultiplyAdd: fusedMultiplyAdd(o)
        case .sqrt: writer.value(.sqrt, float, o)
        case .inversesqrt: inverseSquareRoot(o[0])

        case .addInt: writer.value(.iAdd, int, o)
        case .subtractInt: writer.value(.iSub, int, o)
        case .multiplyInt: writer.value(.iMul, int, o)
        case .divideInt: quotient(o[0], o[1])
        case .remainderInt: remainder(o[0], o[1])
        case .negateInt: writer.value(.sNegate, int, o)
        case .absInt: absolute(o[0])
        case .signInt:
            writer.value(
                .sMax, int,
                [writer.value(.sMin, int, [o[0], constant(1)]), constant(-1)])
        case .minInt: writer.value(.sMin, int, o)
        case .maxInt: writer.value(.sMax, int, o)
        case .andInt: writer.value(.bitwiseAnd, int, o)
        case .orInt: writer.value(.bitwiseOr, int, o)
        case .xorInt: writer.value(.bitwiseXor, int, o)
        case .notInt: writer.value(.not, int, o)
        case .shiftLeft: writer.value(.shiftLeftLogical, int, [o[0], distance(o[1])])
        case .shiftRight: writer.value(.shiftRightArithmetic, int, [o[0], distance(o[1])])

        case .andBool: writer.test(.logicalAnd, o)
        case .orBool: writer.test(.logicalOr, o)
        case .xorBool: writer.test(.logicalNotEqual, o)
        case .notBool: writer.test(.logicalNot, o)

        case .lessFloat: writer.test(.fOrdLessThan, o)
        case .lessEqualFloat: writer.test(.fOrdLessThanEqual, o)
        case .equalFloat: writer.test(.fOrdEqual, o)
        case .notEqualFloat: writer.test(.fUnordNotEqual, o)
        case .lessInt: writer.test(.sLessThan, o)
        case .lessEqualInt: writer.test(.sLessThanEqual, o)
        case .equalInt: writer.test(.iEqual, o)
        case .notEqualInt: writer.test(.iNotEqual, o)
        case .isNaN: isNaN(o[0])
        case .isInf: writer.test(.iEqual, [magnitudeBits(o[0]), constant(Self.infinityBits)])

        case .intToFloat: writer.value(.convertSToF, float, o)
        case .floatToInt: saturated(o[0])
        case .boolToFloat: writer.select(float, o[0], number(1), number(0))
        case .boolToInt: writer.select(int, o[0], constant(1), constant(0))
        case .floatToBool: writer.test(.fUnordNotEqual, [o[0], number(0)])
        case .intToBool: writer.test(.iNotEqual, [o[0], constant(0)])
        case .floatBits: writer.value(.bitcast, int, o)
        case .bitsToFloat: writer.value(.bitcast, float, o)
        case .lookup(let table):
            writer.lookup(table, writer.value(.bitwiseAnd, int, [o[0], constant(Int32(LookupTable.count - 1))]))
        default: throw SPIRVEmissionError.unsupportedInstruction("\(opcode)")
        }
    }

    // MARK: Pieces

    private static let infinityBits: Int32 = 0x7f80_0000

    private func number(_ value: Float) -> UInt32 { module.constant(value) }

    private func constant(_ value: Int32) -> UInt32 { module.constant(value) }

    // MARK: Floats

    /// Writes arithmetic on floats.
    private func arithmetic(_ operation: SPIRVOperation, _ o: [UInt32]) -> UInt32 {
        writer.arithmetic(operation, float, hidden(o))
    }

    /// Writes `condition ? a : b`. A driver from which operands are hidden may treat a choice between 1 and −0 as one
    /// between 1 and 0.
    func select(_ condition: UInt32, _ a: UInt32, _ b: UInt32) -> UInt32 {
        let o = hidden([a, b])
        return writer.select(float, condition, o[0], o[1])
    }

    /// Returns equal operands about which a driver's optimiser knows nothing.
    private func hidden(_ o: [UInt32]) -> [UInt32] {
        guard let unknownZero else { return o }
        // The operations differ, so that a number and itself don't become one operand, and so that an operation on both
        // operands of a selection doesn't become one on its result. That result may be hidden again, but only
        // selections pass their operands on, and no operation here undoes the first or the second.
        return zip(o, [SPIRVOperation.bitwiseOr, .iAdd, .bitwiseXor]).map { operand, operation in
            let bits = writer.value(.bitcast, int, [operand])
            return writer.value(.bitcast, float, [writer.value(operation, int, [bits, unknownZero])])
        }
    }

    private func mod(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let quotient = arithmetic(.fDiv, [a, b])
        let whole = writer.value(.floor, float, [quotient])
        return arithmetic(.fSub, [a, arithmetic(.fMul, [b, whole])])
    }

    /// Writes 1 with the sign of a number, or the number itself if it is a zero or NaN.
    private func sign(_ a: UInt32) -> UInt32 {
        let distance = writer.value(.iSub, int, [magnitudeBits(a), constant(1)])
        let hasSign = writer.test(.uLessThan, [distance, constant(Self.infinityBits)])
        let one = constant(Int32(bitPattern: Float(1).bitPattern))
        return writer.select(
            float, hasSign, writer.value(.bitcast, float, [writer.value(.bitwiseOr, int, [signBit(a), one])]), a)
    }

    private func signBit(_ a: UInt32) -> UInt32 {
        writer.value(.bitwiseAnd, int, [writer.value(.bitcast, int, [a]), constant(.min)])
    }

    /// Writes rounding with halves away from zero.
    private func round(_ a: UInt32) -> UInt32 {
        let magnitude = writer.value(.fAbs, float, [a])
        let below = writer.value(.trunc, float, [magnitude])
        let rest = arithmetic(.fSub, [magnitude, below])
        let above = arithmetic(.fAdd, [below, number(1)])
        // `rest` is NaN for infinities, which round to themselves.
        let nearest = writer.select(
            float, writer.test(.fOrdGreaterThanEqual, [rest, number(0.5)]), above, below)
        let bits = writer.value(.bitwiseOr, int, [writer.value(.bitcast, int, [nearest]), signBit(a)])
        return writer.value(.bitcast, float, [bits])
    }

    private func fusedMultiplyAdd(_ o: [UInt32]) -> UInt32 {
        let result = writer.value(.fma, float, hidden(o))
        // Otherwise a driver may drop a summand or a factor of 0, and with it the sign of a zero.
        module.decorate(result, .noContraction)
        return result
    }

    private func inverseSquareRoot(_ a: UInt32) -> UInt32 {
        let root = writer.value(.sqrt, float, [a])
        let inverse = arithmetic(.fDiv, [number(1), root])
        return writer.select(
            float, writer.test(.fOrdEqual, [a, number(0)]), number(.infinity), inverse)
    }

    /// Writes the bits of |a|. Tests of bits work on devices whose arithmetic doesn't keep infinities and NaNs.
    private func magnitudeBits(_ a: UInt32) -> UInt32 {
        writer.value(.bitwiseAnd, int, [writer.value(.bitcast, int, [a]), constant(.max)])
    }

    private func isNaN(_ a: UInt32) -> UInt32 {
        writer.test(.sGreaterThan, [magnitudeBits(a), constant(Self.infinityBits)])
    }

    /// Writes the conversion to an int, truncated and clamped, and 0 for NaN.
    private func saturated(_ a: UInt32) -> UInt32 {
        // 2³¹ and larger magnitudes have these bits or greater ones.
        let isLarge = writer.test(
            .sGreaterThan, [magnitudeBits(a), constant(Int32(bitPattern: Float(0x1p31).bitPattern) - 1)])
        let held = writer.select(float, isLarge, number(0), a)
        let plain = writer.value(.convertFToS, int, [held])
        let isNegative = writer.test(.sLessThan, [writer.value(.bitcast, int, [a]), constant(0)])
        let limit = writer.select(int, isNegative, constant(.min), constant(.max))
        let large = writer.select(int, isNaN(a), constant(0), limit)
        return writer.select(int, isLarge, large, plain)
    }

    // MARK: Ints

    private func absolute(_ a: UInt32) -> UInt32 {
        let isNegative = writer.test(.sLessThan, [a, constant(0)])
        return writer.select(int, isNegative, writer.value(.sNegate, int, [a]), a)
    }

    private func distance(_ b: UInt32) -> UInt32 { writer.value(.bitwiseAnd, int, [b, constant(31)]) }

    /// Writes a / b, truncated towards zero. Divisors 0 and −1 are replaced by 1, and their results are selected
    /// separately: 0 for 0, and a wrapping −a for −1.
    private func quotient(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let isZero = writer.test(.iEqual, [b, constant(0)])
        let isMinusOne = writer.test(.iEqual, [b, constant(-1)])
        let isSpecial = writer.test(.logicalOr, [isZero, isMinusOne])
        let plain = writer.value(.sDiv, int, [a, writer.select(int, isSpecial, constant(1), b)])
        let signed = writer.select(int, isMinusOne, writer.value(.sNegate, int, [a]), plain)
        return writer.select(int, isZero, constant(0), signed)
    }

    private func remainder(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let product = writer.value(.iMul, int, [quotient(a, b), b])
        let rest = writer.value(.iSub, int, [a, product])
        return writer.select(int, writer.test(.iEqual, [b, constant(0)]), constant(0), rest)
    }
}
