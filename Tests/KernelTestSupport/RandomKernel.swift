import ImageGraph
import KernelLanguage
import Pixels
import TestSupport

/// A random program over floats, ints and bools, with samplers, arrays, nested branches, blocks, bounded loops and
/// exits. Equal seeds give equal programs.
package struct RandomKernel {
    private var registers: [RegisterInfo] = []
    private var lists: [[Statement]] = [[]]
    private var random: SeededGenerator
    private var readable: [ScalarType: [Register]] = [:]
    private var variables: [ScalarType: [Register]] = [:]
    private var uniformVariables: [ScalarType: [Register]] = [:]
    private var labels: [Int] = []
    /// The index of the first label that only some of the pixels may exit to. An exit to an outer label could make the
    /// iterations of a uniform loop differ between pixels.
    private var firstDivergentLabel = 0
    private var nextLabel = 0
    private var varyingDepth = 0
    /// Whether some pixels may be inactive because they have taken an exit.
    private var mayHaveInactivePixels = false
    private var budget: Int
    private let imageCount: Int
    private var opcodes = Self.opcodes
    private let arrays: [ArrayInfo]
    private static let span = SourceSpan(start: 0, end: 0)
    private static let types: [ScalarType] = [.float, .int, .bool]

    /// Parameters: a float, an int, a bool, a vec2, then the images.
    package static func make(
        seed: UInt64, imageCount: Int = 2, size: Int = 60, hasFusedMultiply: Bool = true
    ) -> Program {
        var kernel = RandomKernel(seed: seed, imageCount: imageCount, size: size)
        if !hasFusedMultiply { kernel.opcodes.removeAll { $0 == .fusedMultiplyAdd } }
        return kernel.make()
    }

    private init(seed: UInt64, imageCount: Int, size: Int) {
        random = SeededGenerator(seed: seed)
        (self.imageCount, budget) = (imageCount, size)
        arrays = [
            ArrayInfo(type: .int, count: 5), ArrayInfo(type: .float, count: 1 + random.below(9)),
            ArrayInfo(type: .bool, count: 3),
        ]
    }

    private mutating func make() -> Program {
        let scalars: [KernelParameterType] = [.float, .int, .bool, .vector(2)]
        let parameters = (scalars + Array(repeating: .sampler, count: imageCount)).enumerated().map {
            KernelParameter(name: "p\($0.offset)", type: $0.element, span: Self.span)
        }
        let (x, y) = (register(.float), register(.float))
        emit(.destCoord, to: [x, y])
        readable[.float] = [x, y]
        for type in Self.types {
            variables[type] = (0..<4).map { _ in register(type, variable: true) }
            uniformVariables[type] = (0..<2).map { _ in register(type, uniform: true, variable: true) }
        }
        for (index, parameter) in parameters.enumerated() {
            for component in 0..<parameter.type.componentCount {
                let type = parameter.type.scalarType
                add(value(.argument(parameter: index, component: component), [], type, uniform: true), type)
            }
        }
        for _ in 0..<3 { add(value(.floatToInt, [source(.float)], .int), .int) }
        for _ in 0..<3 { add(value(.lessFloat, [source(.float), source(.float)], .bool), .bool) }
        for type in Self.types {
            for variable in variables[type, default: []] { emit(.move, [source(type)], to: [variable]) }
        }
        statements(depth: 0)
        statements(depth: 0)
        let outputs = results()
        return Program(
            name: "random", kind: .general, parameters: parameters, registers: registers, arrays: arrays,
            body: lists[0],
            outputs: outputs, span: Self.span, source: KernelSource(text: "", file: "random.cikernel"))
    }

    /// Numbers that depend on all variables and elements of arrays, so that no wrong bit is overlooked.
    private mutating func results() -> [Register] {
        for (index, array) in arrays.enumerated() {
            for element in 0..<array.count {
                let value = register(array.type)
                emit(.loadElement(array: index), [int(element)], to: [value])
                add(value, array.type)
                variables[array.type, default: []].append(value)
            }
        }
        var hash = int(17)
        for type in Self.types {
            for variable in variables[type, default: []] + uniformVariables[type, default: []] {
                let bits: Register
                switch type {
                case .int: bits = variable
                case .bool: bits = value(.boolToInt, [variable], .int)
                case .float: bits = floatBits(variable)
                }
                hash = value(.addInt, [value(.multiplyInt, [hash, int(31)], .int), bits], .int)
            }
        }
        let low = value(.andInt, [hash, int(0xffff)], .int)
        let high = value(.shiftRight, [hash, int(16)], .int)
        return [
            value(.intToFloat, [low], .float), value(.intToFloat, [high], .float), variables[.float, default: []][0],
            uniformVariables[.float, default: []][0],
        ]
    }

    /// Emits the bits of a number. NaN counts as 1.0, because its bits may differ between back ends.
    private mutating func floatBits(_ number: Register) -> Register {
        let isNaN = value(.isNaN, [number], .bool)
        let one = value(.constantFloat(1), [], .float)
        return value(.floatBits, [value(.select, [isNaN, one, number], .float)], .int)
    }

    // MARK: Building

    private var isUniformFlow: Bool { varyingDepth == 0 && !mayHaveInactivePixels }

    private mutating func register(_ type: ScalarType, uniform: Bool = false, variable: Bool = false) -> Register {
        registers.append(RegisterInfo(type: type, isUniform: uniform, isVariable: variable))
        return Register(registers.count - 1)
    }

    private mutating func emit(_ opcode: Opcode, _ operands: [Register] = [], to results: [Register]) {
        append(.compute(Instruction(opcode, operands, to: results, span: Self.span)))
    }

    private mutating func append(_ statement: Statement) { lists[lists.count - 1].append(statement) }

    private mutating func value(
        _ opcode: Opcode, _ operands: [Register], _ type: ScalarType, uniform: Bool? = nil
    ) -> Register {
        let result = register(type, uniform: uniform ?? operands.allSatisfy { registers[$0.index].isUniform })
        emit(opcode, operands, to: [result])
        return result
    }

    private mutating func int(_ value: Int) -> Register { self.value(.constantInt(Int32(value)), [], .int) }

    private mutating func constant(_ type: ScalarType) -> Register {
        switch type {
        case .float: value(.constantFloat(random.float()), [], .float)
        case .int: value(.constantInt(random.int()), [], .int)
        case .bool: value(.constantBool(random.below(2) == 0), [], .bool)
        }
    }

    private mutating func add(_ register: Register, _ type: ScalarType) { readable[type, default: []].append(register) }

    private mutating func source(_ type: ScalarType) -> Register {
        switch random.below(6) {
        case 0: return variables[type, default: []].randomElement(using: &random) ?? constant(type)
        case 1: return uniformVariables[type, default: []].randomElement(using: &random) ?? constant(type)
        case 2: return constant(type)
        default: return readable[type, default: []].randomElement(using: &random) ?? constant(type)
        }
    }

    private mutating func uniformSource(_ type: ScalarType) -> Register {
        random.below(2) == 0
            ? uniformVariables[type, default: []].randomElement(using: &random) ?? constant(type) : constant(type)
    }

    private mutating func condition() -> Register {
        if random.below(3) == 0 { return isUniformFlow ? uniformSource(.bool) : source(.bool) }
        let left = isUniformFlow && random.below(3) == 0 ? uniformSource(.int) : source(.int)
        let right = random.below(2) == 0 ? int(random.below(12) - 3) : source(.int)
        return value(random.below(2) == 0 ? .lessInt : .equalInt, [left, right], .bool)
    }

    // MARK: Statements

    private mutating func statements(depth: Int) {
        for _ in 0..<(2 + random.below(4)) {
            guard budget > 0 else { return }
            budget -= 1
            switch random.below(depth > 4 ? 9 : 18) {
            case 0...4: assign()
            case 5: storeElement()
            case 6: loadElement()
            case 7: sample()
            case 8: assignUniform()
            case 9, 10: branch(depth)
            case 11, 12: block(depth)
            case 13, 14, 15: loop(depth)
            default: exitSometimes()
            }
        }
    }

    private mutating func assign() {
        var result: Register
        var type: ScalarType
        if random.below(6) == 0 {
            type = Self.types[random.below(3)]
            result = value(.select, [condition(), source(type), source(type)], type)
        } else {
            let list = random.below(12) == 0 ? Self.transcendentals : opcodes
            let opcode = list[random.below(list.count)]
            let signature = opcode.signature ?? ([], [.float])
            type = signature.results[0]
            let operands = signature.operands.map { source($0) }
            result = opcode == .floatBits ? floatBits(operands[0]) : value(opcode, operands, type)
        }
        add(result, type)
        if random.below(3) > 0, let variable = variables[type, default: []].randomElement(using: &random) {
            emit(.move, [result], to: [variable])
        }
    }

    private mutating func assignUniform() {
        guard isUniformFlow else { return }
        let type: ScalarType = random.below(2) == 0 ? .int : .float
        let opcodes: [Opcode] = type == .int ? [.addInt, .multiplyInt, .divideInt] : [.addFloat, .minFloat, .round]
        let opcode = opcodes[random.below(3)]
        let count = opcode.signature?.operands.count ?? 0
        let result = value(opcode, (0..<count).map { _ in uniformSource(type) }, type)
        if let variable = uniformVariables[type, default: []].randomElement(using: &random) {
            emit(.move, [result], to: [variable])
        }
    }

    private mutating func storeElement() {
        let array = random.below(3)
        emit(.storeElement(array: array), [source(.int), source(arrays[array].type)], to: [])
    }

    private mutating func loadElement() {
        let array = random.below(3)
        let element = register(arrays[array].type)
        emit(.loadElement(array: array), [source(.int)], to: [element])
        add(element, arrays[array].type)
    }

    private mutating func sample() {
        guard imageCount > 0 else { return }
        let image = random.below(imageCount)
        let results = (0..<4).map { _ in register(.float) }
        switch random.below(4) {
        case 0: emit(.sampleAtDestination(image: image), to: results)
        case 1: emit(.sample(image: image), [source(.float), source(.float)], to: results)
        case 2:
            // Coordinates from 0 to 1 lie inside the image, and most random numbers don't.
            let coordinates = (0..<2).map { _ in value(.fract, [source(.float)], .float) }
            emit(.sample(image: image), coordinates, to: results)
        default: emit(.sampleAtPoint(image: image), [source(.float), source(.float)], to: results)
        }
        for result in results { add(result, .float) }
    }

    /// Makes nested statements. Code after them doesn't read the values that they compute.
    private mutating func list(depth: Int) -> [Statement] {
        let saved = readable
        lists.append([])
        statements(depth: depth + 1)
        readable = saved
        return lists.removeLast()
    }

    private mutating func branch(_ depth: Int) {
        let condition = condition()
        let isVarying = !registers[condition.index].isUniform
        if isVarying { varyingDepth += 1 }
        let then = random.below(8) == 0 ? [] : list(depth: depth)
        let otherwise = random.below(2) == 0 ? [] : list(depth: depth)
        if isVarying { varyingDepth -= 1 }
        append(.branch(condition: condition, then: then, otherwise: otherwise, span: Self.span))
    }

    private mutating func newLabel() -> Int {
        nextLabel += 1
        labels.append(nextLabel)
        return nextLabel
    }

    private mutating func closeLabel() {
        labels.removeLast()
        // All blocks have ended, so no pixel is inactive because of an exit.
        if labels.isEmpty { mayHaveInactivePixels = false }
    }

    private mutating func block(_ depth: Int) {
        let label = newLabel()
        let body = list(depth: depth)
        append(.block(label: label, body: body, span: Self.span))
        closeLabel()
    }

    /// A loop that every pixel leaves after at most six repetitions of its own counter.
    private mutating func loop(_ depth: Int) {
        let isUniform = isUniformFlow && random.below(2) == 0
        let counter = register(.int, uniform: isUniform, variable: true)
        let bound = isUniform ? uniformSource(.int) : source(.int)
        let some = value(.andInt, [bound, int(3)], .int)
        let limit = value(.addInt, [some, int(random.below(4))], .int)
        emit(.move, [int(0)], to: [counter])
        let (saved, free) = (readable, firstDivergentLabel)
        let label = newLabel()
        if isUniform { firstDivergentLabel = labels.count } else { varyingDepth += 1 }
        lists.append([])
        lists.append([])
        let early = value(.multiplyInt, [value(.addInt, [counter, source(.int)], .int), int(3)], .int)
        let more = value(.lessInt, [counter, limit], .bool)
        append(
            .branch(condition: more, then: [], otherwise: [.exit(label: label, span: Self.span)], span: Self.span))
        emit(.move, [value(.addInt, [counter, int(1)], .int)], to: [counter])
        let wasInactive = mayHaveInactivePixels
        statements(depth: depth + 1)
        let body = lists.removeLast()
        append(.loop(body: body, span: Self.span))
        let blockBody = lists.removeLast()
        append(.block(label: label, body: blockBody, span: Self.span))
        if isUniform { mayHaveInactivePixels = wasInactive } else { varyingDepth -= 1 }
        firstDivergentLabel = free
        closeLabel()
        readable = saved
        // `early` is computed before the first exit, so it has a value after the loop. Programs compiled from the
        // kernel language never read such a value.
        if random.below(4) == 0 { add(early, .int) }
    }

    private mutating func exitSometimes() {
        guard !labels.isEmpty else { return }
        let condition = condition()
        let isVarying = !registers[condition.index].isUniform || !isUniformFlow
        let first = isVarying ? firstDivergentLabel : 0
        guard first < labels.count else { return }
        let label = labels[first + random.below(labels.count - first)]
        if isVarying { mayHaveInactivePixels = true }
        append(
            .branch(condition: condition, then: [.exit(label: label, span: Self.span)], otherwise: [], span: Self.span))
    }

    /// Every instruction that is exact, but those with a special form.
    package static let opcodes: [Opcode] = [
        .addFloat, .subtractFloat, .multiplyFloat, .divideFloat, .negateFloat, .modFloat, .absFloat, .signFloat, .floor,
        .ceil, .fract, .round, .roundEven, .trunc, .minFloat, .maxFloat, .fusedMultiplyAdd, .sqrt, .inversesqrt,
        .addInt, .subtractInt, .multiplyInt, .divideInt, .remainderInt, .negateInt, .absInt, .signInt, .minInt, .maxInt,
        .andInt, .orInt, .xorInt, .notInt, .shiftLeft, .shiftRight, .andBool, .orBool, .xorBool, .notBool, .lessFloat,
        .lessEqualFloat, .equalFloat, .notEqualFloat, .lessInt, .lessEqualInt, .equalInt, .notEqualInt, .isNaN, .isInf,
        .intToFloat, .floatToInt, .boolToFloat, .boolToInt, .floatToBool, .intToBool, .floatBits, .bitsToFloat,
        .lookup(table),
    ]

    /// Sixteen different numbers, of all kinds.
    private static let table = LookupTable([
        0, -0.0, 1, -1, 0.1, -33, .infinity, -.infinity, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, 7, 8, 9,
        10, 11, 12,
    ])

    /// The instructions that are made of many exact ones.
    package static let transcendentals: [Opcode] = [
        .exp, .exp2, .log, .log2, .pow, .sin, .cos, .tan, .asin, .acos, .atan, .atan2, .sinh, .cosh, .tanh, .asinh,
        .acosh, .atanh,
    ]
}
