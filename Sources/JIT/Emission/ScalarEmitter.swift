import KernelLanguage

/// Emits arithmetic on scalars or on vectors of them, with the same instructions.
struct ScalarEmitter {
    /// Whether operands and results have one value per pixel.
    let isVector: Bool
    let hasFusedMultiply: Bool
    let writer: FunctionWriter
    /// Whether floats are selected as the integers with their bits, see `ProcessorInstructions.ordersZeros`. The
    /// minimum and maximum of PTX order zeros, too.
    var selectsBits = false
    /// The instructions that look up vectors. Nil for scalars.
    var instructions: (any ProcessorInstructions)?

    private var float: String { isVector ? writer.vector("float") : "float" }
    private var double: String { isVector ? writer.vector("double") : "double" }
    private var int: String { isVector ? writer.vector("i32") : "i32" }
    private var bool: String { isVector ? writer.vector("i1") : "i1" }

    /// Emits an instruction and returns the name of its result.
    func write(_ opcode: Opcode, _ o: [String]) throws(EmissionError) -> String {
        switch opcode {
        case .addFloat: writer.value("fadd \(float) \(o[0]), \(o[1])")
        case .subtractFloat: writer.value("fsub \(float) \(o[0]), \(o[1])")
        case .multiplyFloat: writer.value("fmul \(float) \(o[0]), \(o[1])")
        case .divideFloat: writer.value("fdiv \(float) \(o[0]), \(o[1])")
        case .negateFloat: writer.value("fneg \(float) \(o[0])")
        case .modFloat: mod(o[0], o[1])
        case .absFloat: intrinsic("fabs", o)
        case .signFloat: sign(o[0])
        case .floor: intrinsic("floor", o)
        case .ceil: intrinsic("ceil", o)
        case .fract: fraction(o[0])
        case .round: round(o[0])
        case .roundEven: intrinsic("roundeven", o)
        case .trunc: intrinsic("trunc", o)
        case .minFloat: choose("fcmp olt \(float) \(o[1]), \(o[0])", o[1], o[0], float)
        case .maxFloat: choose("fcmp olt \(float) \(o[0]), \(o[1])", o[1], o[0], float)
        case .fusedMultiplyAdd: try fusedMultiplyAdd(o)
        case .sqrt: intrinsic("sqrt", o)
        case .inversesqrt: inverseSquareRoot(o[0])

        case .addInt: writer.value("add \(int) \(o[0]), \(o[1])")
        case .subtractInt: writer.value("sub \(int) \(o[0]), \(o[1])")
        case .multiplyInt: writer.value("mul \(int) \(o[0]), \(o[1])")
        case .divideInt: quotient(o[0], o[1])
        case .remainderInt: remainder(o[0], o[1])
        case .negateInt: writer.value("sub \(int) \(constant(0)), \(o[0])")
        case .absInt: absolute(o[0])
        case .signInt: signOfInt(o[0])
        case .minInt: choose("icmp slt \(int) \(o[1]), \(o[0])", o[1], o[0], int)
        case .maxInt: choose("icmp slt \(int) \(o[0]), \(o[1])", o[1], o[0], int)
        case .andInt: writer.value("and \(int) \(o[0]), \(o[1])")
        case .orInt: writer.value("or \(int) \(o[0]), \(o[1])")
        case .xorInt: writer.value("xor \(int) \(o[0]), \(o[1])")
        case .notInt: writer.value("xor \(int) \(o[0]), \(constant(-1))")
        case .shiftLeft: shift("shl", o)
        case .shiftRight: shift("ashr", o)

        case .andBool: writer.value("and \(bool) \(o[0]), \(o[1])")
        case .orBool: writer.value("or \(bool) \(o[0]), \(o[1])")
        case .xorBool: writer.value("xor \(bool) \(o[0]), \(o[1])")
        case .notBool: not(o[0])

        case .lessFloat: writer.value("fcmp olt \(float) \(o[0]), \(o[1])")
        case .lessEqualFloat: writer.value("fcmp ole \(float) \(o[0]), \(o[1])")
        case .equalFloat: writer.value("fcmp oeq \(float) \(o[0]), \(o[1])")
        case .notEqualFloat: writer.value("fcmp une \(float) \(o[0]), \(o[1])")
        case .lessInt: writer.value("icmp slt \(int) \(o[0]), \(o[1])")
        case .lessEqualInt: writer.value("icmp sle \(int) \(o[0]), \(o[1])")
        case .equalInt: writer.value("icmp eq \(int) \(o[0]), \(o[1])")
        case .notEqualInt: writer.value("icmp ne \(int) \(o[0]), \(o[1])")
        case .isNaN: writer.value("fcmp uno \(float) \(o[0]), \(o[0])")
        case .isInf: isInfinite(o[0])

        case .intToFloat: writer.value("sitofp \(int) \(o[0]) to \(float)")
        case .floatToInt:
            writer.call("llvm.fptosi.sat.\(suffix("i32")).\(suffix("f32"))", int, [(float, o[0])])
        case .boolToFloat:
            select(o[0], constant(1 as Float), constant(0 as Float), float)
        case .boolToInt: writer.value("zext \(bool) \(o[0]) to \(int)")
        case .floatToBool: writer.value("fcmp une \(float) \(o[0]), \(constant(0 as Float))")
        case .intToBool: writer.value("icmp ne \(int) \(o[0]), \(constant(0))")
        case .floatBits: writer.value("bitcast \(float) \(o[0]) to \(int)")
        case .bitsToFloat: writer.value("bitcast \(int) \(o[0]) to \(float)")
        case .lookup(let table): lookup(table, o[0])
        default: throw .unsupportedInstruction("\(opcode)")
        }
    }

    // MARK: Pieces

    private func suffix(_ type: String) -> String { isVector ? "v\(writer.lanes)\(type)" : type }

    private func constant(_ value: Float) -> String {
        let text = FunctionWriter.float(value)
        return isVector ? writer.splat(constant: text, "float") : text
    }

    private func constant(_ value: Int) -> String { isVector ? writer.splat(constant: "\(value)", "i32") : "\(value)" }

    private func intrinsic(_ name: String, _ operands: [String]) -> String {
        writer.call("llvm.\(name).\(suffix("f32"))", float, operands.map { (float, $0) })
    }

    /// Emits `condition ? a : b`.
    private func choose(_ condition: String, _ a: String, _ b: String, _ type: String) -> String {
        select(writer.value(condition), a, b, type)
    }

    /// Emits `condition ? a : b` for the name of a condition.
    func select(_ condition: String, _ a: String, _ b: String, _ type: String) -> String {
        guard selectsBits, type == float else {
            return writer.value("select \(bool) \(condition), \(type) \(a), \(type) \(b)")
        }
        let (first, second) = (
            writer.value("bitcast \(float) \(a) to \(int)"), writer.value("bitcast \(float) \(b) to \(int)")
        )
        let bits = writer.value("select \(bool) \(condition), \(int) \(first), \(int) \(second)")
        return writer.value("bitcast \(int) \(bits) to \(float)")
    }

    private func not(_ a: String) -> String {
        let all = isVector ? writer.splat(constant: "true", "i1") : "true"
        return writer.value("xor \(bool) \(a), \(all)")
    }

    // MARK: Floats

    private func mod(_ a: String, _ b: String) -> String {
        let quotient = writer.value("fdiv \(float) \(a), \(b)")
        let whole = intrinsic("floor", [quotient])
        let product = writer.value("fmul \(float) \(b), \(whole)")
        return writer.value("fsub \(float) \(a), \(product)")
    }

    private func fraction(_ a: String) -> String {
        let whole = intrinsic("floor", [a])
        return writer.value("fsub \(float) \(a), \(whole)")
    }

    private func sign(_ a: String) -> String {
        let zero = constant(0 as Float)
        let negative = choose("fcmp olt \(float) \(a), \(zero)", constant(-1 as Float), a, float)
        return choose("fcmp ogt \(float) \(a), \(zero)", constant(1 as Float), negative, float)
    }

    /// Emits rounding with halves away from zero.
    private func round(_ a: String) -> String {
        let magnitude = intrinsic("fabs", [a])
        let below = intrinsic("trunc", [magnitude])
        let rest = writer.value("fsub \(float) \(magnitude), \(below)")
        let above = writer.value("fadd \(float) \(below), \(constant(1 as Float))")
        let nearest = choose("fcmp oge \(float) \(rest), \(constant(0.5 as Float))", above, below, float)
        return intrinsic("copysign", [nearest, a])
    }

    private func fusedMultiplyAdd(_ o: [String]) throws(EmissionError) -> String {
        guard hasFusedMultiply else { throw .unsupportedProcessor("fused multiplication") }
        return intrinsic("fma", o)
    }

    private func inverseSquareRoot(_ a: String) -> String {
        let root = intrinsic("sqrt", [a])
        let inverse = writer.value("fdiv \(float) \(constant(1 as Float)), \(root)")
        return choose("fcmp oeq \(float) \(a), \(constant(0 as Float))", constant(.infinity), inverse, float)
    }

    private func isInfinite(_ a: String) -> String {
        let magnitude = intrinsic("fabs", [a])
        return writer.value("fcmp oeq \(float) \(magnitude), \(constant(.infinity))")
    }

    // MARK: Tables

    private func lookup(_ table: LookupTable, _ index: String) -> String {
        guard isVector else { return writer.lookup(table, index) }
        if let result = instructions?.lookup(table, index, writer) { return result }
        return (0..<writer.lanes).reduce("poison") { vector, lane in
            let single = writer.value("extractelement \(int) \(index), i64 \(lane)")
            return writer.value(
                "insertelement \(float) \(vector), float \(writer.lookup(table, single)), i64 \(lane)")
        }
    }

    // MARK: Ints

    private func absolute(_ a: String) -> String {
        let negated = writer.value("sub \(int) \(constant(0)), \(a)")
        return choose("icmp slt \(int) \(a), \(constant(0))", negated, a, int)
    }

    private func signOfInt(_ a: String) -> String {
        let positive = writer.value("icmp sgt \(int) \(a), \(constant(0))")
        let high = writer.value("zext \(bool) \(positive) to \(int)")
        // The shift gives −1 for a negative number, else 0.
        let low = writer.value("ashr \(int) \(a), \(constant(31))")
        return writer.value("or \(int) \(high), \(low)")
    }

    private func shift(_ operation: String, _ o: [String]) -> String {
        let distance = writer.value("and \(int) \(o[1]), \(constant(31))")
        return writer.value("\(operation) \(int) \(o[0]), \(distance)")
    }

    /// Emits a / b, truncated towards zero.
    ///
    /// The quotient of two ints as doubles, truncated to an int, is exact. Divisors 0 and −1 are replaced by 1, and
    /// their results are selected separately: 0 for 0, and a wrapping −a for −1.
    private func quotient(_ a: String, _ b: String) -> String {
        let isZero = writer.value("icmp eq \(int) \(b), \(constant(0))")
        let isMinusOne = writer.value("icmp eq \(int) \(b), \(constant(-1))")
        let isSpecial = writer.value("or \(bool) \(isZero), \(isMinusOne)")
        let divisor = writer.value("select \(bool) \(isSpecial), \(int) \(constant(1)), \(int) \(b)")
        let (x, y) = (
            writer.value("sitofp \(int) \(a) to \(double)"), writer.value("sitofp \(int) \(divisor) to \(double)")
        )
        let exact = writer.value("fdiv \(double) \(x), \(y)")
        let plain = writer.value("fptosi \(double) \(exact) to \(int)")
        let negated = writer.value("sub \(int) \(constant(0)), \(a)")
        let signed = writer.value("select \(bool) \(isMinusOne), \(int) \(negated), \(int) \(plain)")
        return writer.value("select \(bool) \(isZero), \(int) \(constant(0)), \(int) \(signed)")
    }

    private func remainder(_ a: String, _ b: String) -> String {
        let quotient = quotient(a, b)
        let product = writer.value("mul \(int) \(quotient), \(b)")
        let rest = writer.value("sub \(int) \(a), \(product)")
        return choose("icmp eq \(int) \(b), \(constant(0))", constant(0), rest, int)
    }
}
