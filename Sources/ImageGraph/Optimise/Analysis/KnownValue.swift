import KernelLanguage

/// The known value of a scalar in a program, the same for all pixels.
enum KnownValue: Hashable, Sendable {
    /// The scalar has this value.
    case constant(Constant)
    /// The scalar is a component of an image's pixel at the destination.
    case component(image: Int, channel: Int)
    /// Nothing is known.
    case unknown

    /// Returns a known float.
    static func float(_ value: Float) -> KnownValue { .constant(.float(value)) }

    var constant: Constant? { if case .constant(let value) = self { value } else { nil } }

    /// Whether the value is known to be this number. Zeros of both signs are equal.
    func isFloat(_ value: Float) -> Bool { constant == .float(value) }
}

/// Runs a program for all pixels at once, as far as its values are known.
///
/// Products with 0 are taken as 0, which is true for finite values.
struct KnownValueEvaluation {
    private let application: KernelApplication
    private let images: [[KnownValue]]
    private var registers: [KnownValue]

    /// Returns the known values of a kernel's outputs.
    ///
    /// - Parameter images: Four components for each image parameter, as read by `sampleAtDestination`.
    static func outputs(of application: KernelApplication, images: [[KnownValue]]) -> [KnownValue] {
        var evaluation = KnownValueEvaluation(application: application, images: images)
        for instruction in application.program.prologue { evaluation.compute(instruction) }
        evaluation.run(application.program.body)
        return application.program.outputs.map { evaluation.registers[$0.index] }
    }

    private init(application: KernelApplication, images: [[KnownValue]]) {
        (self.application, self.images) = (application, images)
        registers = application.program.registers.map {
            $0.isVariable ? .constant(.initialValue(of: $0.type)) : .unknown
        }
    }

    private mutating func run(_ statements: [Statement]) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): compute(instruction)
            case .branch(let condition, let then, let otherwise, _):
                if case .constant(.bool(let value)) = registers[condition.index], !Self.leaves(then + otherwise) {
                    run(value ? then : otherwise)
                } else {
                    forget(then + otherwise)
                }
            case .block(_, let body, _), .loop(let body, _): forget(body)
            case .exit: return
            }
        }
    }

    private static func leaves(_ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .compute: false
            case .branch(_, let then, let otherwise, _): leaves(then) || leaves(otherwise)
            case .block(_, let body, _), .loop(let body, _): leaves(body)
            case .exit: true
            }
        }
    }

    private mutating func forget(_ statements: [Statement]) {
        Statement.forEachInstruction(in: statements) { instruction in
            for result in instruction.results { registers[result.index] = .unknown }
        }
    }

    private mutating func compute(_ instruction: Instruction) {
        let operands = instruction.operands.map { registers[$0.index] }
        switch instruction.opcode {
        case .sampleAtDestination(let image):
            for (channel, result) in instruction.results.enumerated() {
                registers[result.index] = image < images.count ? images[image][channel] : .unknown
            }
        case .argument(let parameter, let component):
            registers[instruction.results[0].index] = argument(parameter, component)
        default:
            for result in instruction.results { registers[result.index] = .unknown }
            guard instruction.results.count == 1 else { return }
            registers[instruction.results[0].index] = Self.value(instruction.opcode, operands)
        }
    }

    private func argument(_ parameter: Int, _ component: Int) -> KnownValue {
        switch (application.arguments[parameter], application.program.parameters[parameter].type.scalarType) {
        case (.numbers(let numbers), .float) where component < numbers.count: .float(numbers[component])
        case (.numbers(let numbers), .bool) where component < numbers.count:
            .constant(.bool(numbers[component] != 0))
        default: .unknown
        }
    }

    private static func value(_ opcode: Opcode, _ operands: [KnownValue]) -> KnownValue {
        if let constant = Constant(opcode) { return .constant(constant) }
        if let constant = Constant.folding(opcode, operands.map(\.constant)) { return .constant(constant) }
        func has(_ index: Int, _ value: Float) -> Bool { operands[index].isFloat(value) }
        switch opcode {
        case .move: return operands[0]
        case .multiplyFloat:
            if has(0, 0) || has(1, 0) { return .float(0) }
            return has(1, 1) ? operands[0] : has(0, 1) ? operands[1] : .unknown
        case .divideFloat: return has(1, 1) ? operands[0] : .unknown
        case .addFloat: return has(1, 0) ? operands[0] : has(0, 0) ? operands[1] : .unknown
        case .subtractFloat: return has(1, 0) ? operands[0] : .unknown
        case .fusedMultiplyAdd:
            if has(0, 0) || has(1, 0) { return operands[2] }
            guard has(2, 0) else { return .unknown }
            return has(1, 1) ? operands[0] : has(0, 1) ? operands[1] : .unknown
        case .select:
            if case .constant(.bool(let value)) = operands[0] { return operands[value ? 1 : 2] }
            return operands[1] == operands[2] ? operands[1] : .unknown
        case .andBool:
            return operands.contains(.constant(.bool(false))) ? .constant(.bool(false)) : .unknown
        case .orBool:
            return operands.contains(.constant(.bool(true))) ? .constant(.bool(true)) : .unknown
        default: return .unknown
        }
    }
}
