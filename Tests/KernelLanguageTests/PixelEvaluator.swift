import Foundation
import KernelLanguage

/// Runs a program for one pixel, following the documentation of `Opcode` directly. It is the reference for programs
/// that the front end produces.
struct PixelEvaluator {
    /// The inputs of a program: the pixel's coordinates, arguments and images.
    struct Inputs {
        /// Centre of the pixel.
        var place: (x: Float, y: Float) = (10.5, 20.5)
        /// Numbers of each parameter.
        var arguments: [[Float]] = []
        /// Colour of image `image` at a point of sampler space, and at the current pixel for nil.
        var sample: (_ image: Int, _ point: (Float, Float)?) -> [Float] = { _, _ in [0.1, 0.2, 0.3, 0.4] }
        var attribute: (_ image: Int, SamplerAttribute) -> Float = { _, attribute in
            switch attribute {
            case .a: 0.01
            case .d: 0.02
            case .b, .c: 0
            case .tx: -0.1
            case .ty: -0.2
            case .originX: 10
            case .originY: 10
            case .width: 100
            case .height: 50
            }
        }
    }

    enum Value: Equatable {
        case float(Float)
        case int(Int32)
        case bool(Bool)

        var number: Float { if case .float(let value) = self { value } else { .nan } }
        var whole: Int32 { if case .int(let value) = self { value } else { .min } }
        var truth: Bool { if case .bool(let value) = self { value } else { false } }
    }

    enum Failure: Error { case tooManySteps }

    let program: Program
    let inputs: Inputs
    private var registers: [Value]
    private var arrays: [[Value]]
    private var steps = 0

    static func run(_ program: Program, _ inputs: Inputs = Inputs()) throws -> [Float] {
        var evaluator = PixelEvaluator(program, inputs)
        for instruction in program.prologue { evaluator.compute(instruction) }
        _ = try evaluator.run(program.body)
        return program.outputs.map { evaluator.registers[$0.index].number }
    }

    private init(_ program: Program, _ inputs: Inputs) {
        (self.program, self.inputs) = (program, inputs)
        func zero(_ type: ScalarType) -> Value { type == .float ? .float(0) : type == .int ? .int(0) : .bool(false) }
        registers = program.registers.map { zero($0.type) }
        arrays = program.arrays.map { Array(repeating: zero($0.type), count: $0.count) }
    }

    /// The label of the exit that was taken, or nil.
    private mutating func run(_ statements: [Statement]) throws -> Int? {
        for statement in statements {
            switch statement {
            case .compute(let instruction): compute(instruction)
            case .branch(let condition, let then, let otherwise, _):
                if let label = try run(registers[condition.index].truth ? then : otherwise) { return label }
            case .block(let label, let body, _):
                if let taken = try run(body), taken != label { return taken }
            case .loop(let body, _):
                while true {
                    steps += 1
                    if steps > 100_000 { throw Failure.tooManySteps }
                    if let label = try run(body) { return label }
                }
            case .exit(let label, _): return label
            }
        }
        return nil
    }

    private mutating func compute(_ instruction: Instruction) {
        let values = instruction.operands.map { registers[$0.index] }
        let results: [Value]
        switch instruction.opcode {
        case .argument(let parameter, let component):
            let number = inputs.arguments[parameter][component]
            switch program.parameters[parameter].type.scalarType {
            case .float: results = [.float(number)]
            case .int: results = [.int(Int32(number))]
            case .bool: results = [.bool(number != 0)]
            }
        case .destCoord: results = [.float(inputs.place.x), .float(inputs.place.y)]
        case .sampleAtDestination(let image): results = inputs.sample(image, nil).map { .float($0) }
        case .sample(let image): results = inputs.sample(image, (values[0].number, values[1].number)).map { .float($0) }
        case .sampleAtPoint(let image):
            let (x, y) = (values[0].number, values[1].number)
            func place(_ u: SamplerAttribute, _ v: SamplerAttribute, _ t: SamplerAttribute) -> Float {
                inputs.attribute(image, u) * x + inputs.attribute(image, v) * y + inputs.attribute(image, t)
            }
            results = inputs.sample(image, (place(.a, .c, .tx), place(.b, .d, .ty))).map { .float($0) }
        case .samplerAttribute(let image, let attribute): results = [.float(inputs.attribute(image, attribute))]
        case .loadElement(let array):
            results = [arrays[array][min(max(Int(values[0].whole), 0), arrays[array].count - 1)]]
        case .storeElement(let array):
            arrays[array][min(max(Int(values[0].whole), 0), arrays[array].count - 1)] = values[1]
            results = []
        default: results = [Self.scalar(instruction.opcode, values)]
        }
        for (register, value) in zip(instruction.results, results) { registers[register.index] = value }
    }

    private static func scalar(_ opcode: Opcode, _ values: [Value]) -> Value {
        switch values.first {
        case .float(let a): float(opcode, a, values.count > 1 ? values[1].number : .nan)
        case .int(let a): int(opcode, a, values.count > 1 ? values[1].whole : 0)
        case .bool(let a):
            switch opcode {
            case .move: .bool(a)
            case .select: a ? values[1] : values[2]
            case .andBool: .bool(a && values[1].truth)
            case .orBool: .bool(a || values[1].truth)
            case .xorBool: .bool(a != values[1].truth)
            case .notBool: .bool(!a)
            case .boolToFloat: .float(a ? 1 : 0)
            case .boolToInt: .int(a ? 1 : 0)
            default: .float(.nan)
            }
        case nil:
            switch opcode {
            case .constantFloat(let value): .float(value)
            case .constantInt(let value): .int(value)
            case .constantBool(let value): .bool(value)
            default: .float(.nan)
            }
        }
    }

    private static func int(_ opcode: Opcode, _ a: Int32, _ b: Int32) -> Value {
        switch opcode {
        case .move: .int(a)
        case .addInt: .int(a &+ b)
        case .subtractInt: .int(a &- b)
        case .multiplyInt: .int(a &* b)
        case .divideInt: .int(b == 0 ? 0 : b == -1 ? 0 &- a : a / b)
        case .remainderInt: .int(b == 0 || b == -1 ? 0 : a % b)
        case .negateInt: .int(0 &- a)
        case .absInt: .int(a < 0 ? 0 &- a : a)
        case .signInt: .int(a.signum())
        case .minInt: .int(min(a, b))
        case .maxInt: .int(max(a, b))
        case .andInt: .int(a & b)
        case .orInt: .int(a | b)
        case .xorInt: .int(a ^ b)
        case .notInt: .int(~a)
        case .shiftLeft: .int(a << (b & 31))
        case .shiftRight: .int(a >> (b & 31))
        case .lessInt: .bool(a < b)
        case .lessEqualInt: .bool(a <= b)
        case .equalInt: .bool(a == b)
        case .notEqualInt: .bool(a != b)
        case .intToFloat: .float(Float(a))
        case .intToBool: .bool(a != 0)
        default: .int(.min)
        }
    }

    private static func float(_ opcode: Opcode, _ a: Float, _ b: Float) -> Value {
        switch opcode {
        case .move: .float(a)
        case .addFloat: .float(a + b)
        case .subtractFloat: .float(a - b)
        case .multiplyFloat: .float(a * b)
        case .divideFloat: .float(a / b)
        case .negateFloat: .float(-a)
        case .modFloat: .float(a - b * (a / b).rounded(.down))
        case .absFloat: .float(abs(a))
        case .signFloat: .float(a.isNaN ? a : a > 0 ? 1 : a < 0 ? -1 : 0)
        case .floor: .float(a.rounded(.down))
        case .ceil: .float(a.rounded(.up))
        case .fract: .float(a - a.rounded(.down))
        case .round: .float(a.rounded(.toNearestOrAwayFromZero))
        case .roundEven: .float(a.rounded(.toNearestOrEven))
        case .trunc: .float(a.rounded(.towardZero))
        case .minFloat: .float(b < a ? b : a)
        case .maxFloat: .float(a < b ? b : a)
        case .sqrt: .float(a.squareRoot())
        case .inversesqrt: .float(1 / a.squareRoot())
        case .exp: .float(exp(a))
        case .exp2: .float(exp2(a))
        case .log: .float(log(a))
        case .log2: .float(log2(a))
        case .pow: .float(pow(a, b))
        case .sin: .float(sin(a))
        case .cos: .float(cos(a))
        case .tan: .float(tan(a))
        case .asin: .float(asin(a))
        case .acos: .float(acos(a))
        case .atan: .float(atan(a))
        case .atan2: .float(atan2(a, b))
        case .sinh: .float(sinh(a))
        case .cosh: .float(cosh(a))
        case .tanh: .float(tanh(a))
        case .asinh: .float(asinh(a))
        case .acosh: .float(acosh(a))
        case .atanh: .float(atanh(a))
        case .lessFloat: .bool(a < b)
        case .lessEqualFloat: .bool(a <= b)
        case .equalFloat: .bool(a == b)
        case .notEqualFloat: .bool(a != b)
        case .isNaN: .bool(a.isNaN)
        case .isInf: .bool(a.isInfinite)
        case .floatToInt: .int(a.isNaN ? 0 : a >= 2_147_483_648 ? .max : a <= -2_147_483_648 ? .min : Int32(a))
        case .floatToBool: .bool(a != 0)
        default: .float(.nan)
        }
    }
}
