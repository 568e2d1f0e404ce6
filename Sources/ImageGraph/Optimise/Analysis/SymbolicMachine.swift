import Foundation
import KernelLanguage

/// Runs a program for one symbolic pixel. All conditions that determine the control flow must be known.
struct SymbolicMachine {
    private let program: Program
    private let arguments: [[Float]]
    private let pixel: [LinearPixelForm]
    /// Number of statements and loop repetitions that may still run.
    private var statementsLeft: Int
    private var values: [Symbol]

    /// How a list of statements ends.
    private enum Ending: Equatable {
        case through
        case exit(Int)
    }

    private struct Unknown: Error {}

    init(program: Program, arguments: [[Float]], pixel: [LinearPixelForm], statementLimit: Int) {
        (self.program, self.arguments, self.pixel, statementsLeft) = (program, arguments, pixel, statementLimit)
        values = program.registers.map { Symbol(.initialValue(of: $0.type)) }
    }

    /// Returns the program's outputs; nil if they aren't known.
    mutating func run() -> [LinearPixelForm]? {
        do {
            for instruction in program.prologue { try compute(instruction) }
            _ = try run(program.body)
            return try program.outputs.map { try number($0) }
        } catch {
            return nil
        }
    }

    private mutating func run(_ list: [Statement]) throws(Unknown) -> Ending {
        for statement in list {
            statementsLeft -= 1
            guard statementsLeft > 0 else { throw Unknown() }
            var ending = Ending.through
            switch statement {
            case .compute(let instruction): try compute(instruction)
            case .branch(let condition, let then, let otherwise, _):
                ending = try run(try bool(condition) ? then : otherwise)
            case .block(let label, let body, _):
                ending = try run(body)
                if ending == .exit(label) { ending = .through }
            case .loop(let body, _):
                repeat {
                    statementsLeft -= 1
                    guard statementsLeft > 0 else { throw Unknown() }
                    ending = try run(body)
                } while ending == .through
            case .exit(let label, _): ending = .exit(label)
            }
            if ending != .through { return ending }
        }
        return .through
    }

    private func number(_ register: Register) throws(Unknown) -> LinearPixelForm {
        guard case .number(let form) = values[register.index] else { throw Unknown() }
        return form
    }

    private func bool(_ register: Register) throws(Unknown) -> Bool {
        guard case .bool(let value) = values[register.index] else { throw Unknown() }
        return value
    }

    private mutating func compute(_ instruction: Instruction) throws(Unknown) {
        if case .sampleAtDestination = instruction.opcode {
            for (result, form) in zip(instruction.results, pixel) { values[result.index] = .number(form) }
            return
        }
        guard instruction.results.count == 1 else { throw Unknown() }
        values[instruction.results[0].index] = try value(of: instruction)
    }

    private func value(of instruction: Instruction) throws(Unknown) -> Symbol {
        let operands = instruction.operands.map { values[$0.index] }
        if let constant = Constant(instruction.opcode)
            ?? Constant.folding(instruction.opcode, operands.map(\.intOrBool))
        {
            return Symbol(constant)
        }
        switch (instruction.opcode, operands.count) {
        case (.argument(let parameter, let component), _): return try argument(parameter, component)
        case (.move, _): return operands[0]
        case (.select, _):
            guard case .bool(let condition) = operands[0] else { throw Unknown() }
            return operands[condition ? 1 : 2]
        case (let opcode, 1): return try unary(opcode, operands[0])
        case (let opcode, 2): return try binary(opcode, operands[0], operands[1])
        case (.fusedMultiplyAdd, 3):
            guard case .number(let product) = try binary(.multiplyFloat, operands[0], operands[1]),
                case .number(let sum) = operands[2]
            else { throw Unknown() }
            return .number(product + sum)
        default: throw Unknown()
        }
    }

    private func argument(_ parameter: Int, _ component: Int) throws(Unknown) -> Symbol {
        let value = arguments[parameter][component]
        switch program.parameters[parameter].type.scalarType {
        case .float: return .number(LinearPixelForm(constant: Double(value)))
        case .int: return .int(value.isNaN ? 0 : Int32(max(-0x1p31, min(Double(value), 0x1p31 - 1))))
        case .bool: return .bool(value != 0)
        }
    }

    private func unary(_ opcode: Opcode, _ operand: Symbol) throws(Unknown) -> Symbol {
        switch (opcode, operand) {
        case (.negateFloat, .number(let form)): return .number(form * -1)
        case (.floatToBool, .number(let form)) where form.constant != nil: return .bool(form.constant != 0)
        case (_, .number(let form)):
            guard let value = form.constant, let result = Self.function(opcode, value) else { throw Unknown() }
            return .number(LinearPixelForm(constant: Double(Float(result))))
        default: throw Unknown()
        }
    }

    /// Returns the value of a function for an operand that is the same for all pixels; nil for other opcodes.
    private static func function(_ opcode: Opcode, _ value: Double) -> Double? {
        switch opcode {
        case .absFloat: abs(value)
        case .floor: value.rounded(.down)
        case .ceil: value.rounded(.up)
        case .sqrt: value.squareRoot()
        case .inversesqrt: 1 / value.squareRoot()
        case .exp: exp(value)
        case .exp2: exp2(value)
        case .log: log(value)
        case .log2: log2(value)
        case .sin: sin(value)
        case .cos: cos(value)
        case .tan: tan(value)
        default: nil
        }
    }

    private func binary(_ opcode: Opcode, _ first: Symbol, _ second: Symbol) throws(Unknown) -> Symbol {
        guard case .number(let a) = first, case .number(let b) = second else { throw Unknown() }
        if let x = a.constant, let y = b.constant { return try constants(opcode, x, y) }
        return try forms(opcode, a, b)
    }

    /// Rounds to single precision as the program does, so that the same branches are taken.
    private func constants(_ opcode: Opcode, _ a: Double, _ b: Double) throws(Unknown) -> Symbol {
        let result: Double
        switch opcode {
        case .addFloat: result = a + b
        case .subtractFloat: result = a - b
        case .multiplyFloat: result = a * b
        case .divideFloat: result = a / b
        case .minFloat: result = b < a ? b : a
        case .maxFloat: result = a < b ? b : a
        case .pow: result = pow(a, b)
        case .lessFloat: return .bool(a < b)
        case .lessEqualFloat: return .bool(a <= b)
        case .equalFloat: return .bool(a == b)
        case .notEqualFloat: return .bool(a != b)
        default: throw Unknown()
        }
        return .number(LinearPixelForm(constant: Double(Float(result))))
    }

    private func forms(_ opcode: Opcode, _ a: LinearPixelForm, _ b: LinearPixelForm) throws(Unknown) -> Symbol {
        var result: LinearPixelForm?
        switch opcode {
        case .addFloat: result = a + b
        case .subtractFloat: result = a + b * -1
        case .multiplyFloat: result = a.multiplied(by: b)
        case .divideFloat: result = a.divided(by: b)
        // Alpha is positive here, because transparent pixels are examined separately.
        case .lessFloat:
            if a.constant == 0, b.isPositiveAlpha { return .bool(true) }
            if a.isPositiveAlpha, b.constant == 0 { return .bool(false) }
        case .lessEqualFloat:
            if a.constant == 0, b.isPositiveAlpha { return .bool(true) }
            if a.isPositiveAlpha, b.constant == 0 { return .bool(false) }
        case .equalFloat, .notEqualFloat:
            if (a.constant == 0 && b.isPositiveAlpha) || (a.isPositiveAlpha && b.constant == 0) {
                return .bool(opcode == .notEqualFloat)
            }
        default: break
        }
        guard let result else { throw Unknown() }
        return .number(result)
    }
}

/// A value during symbolic execution.
private enum Symbol: Equatable {
    case number(LinearPixelForm)
    case int(Int32)
    case bool(Bool)

    init(_ constant: Constant) {
        switch constant {
        case .float(let value): self = .number(LinearPixelForm(constant: Double(value)))
        case .int(let value): self = .int(value)
        case .bool(let value): self = .bool(value)
        }
    }

    /// The value of an int or a bool. Numbers are computed with `LinearPixelForm` instead.
    var intOrBool: Constant? {
        switch self {
        case .number: nil
        case .int(let value): .int(value)
        case .bool(let value): .bool(value)
        }
    }
}
