import KernelLanguage
import TestSupport

/// A random program over ints with nested branches, blocks, bounded loops, exits and an array. Equal seeds give equal
/// programs.
struct RandomProgram {
    private var b = ProgramBuilder()
    private var random: SeededGenerator
    /// Registers of ints that have a value at the current position.
    private var readable: [Register] = []
    private var variables: [Register] = []
    private var uniformVariables: [Register] = []
    private var labels: [Int] = []
    /// The index of the first label that only some of the pixels may exit to. An exit to an outer label could make the
    /// iterations of a uniform loop differ between pixels.
    private var firstDivergentLabel = 0
    private var nextLabel = 0
    private var varyingDepth = 0
    /// Whether some pixels may be inactive because they have taken an exit.
    private var mayHaveInactivePixels = false
    private var budget = 60
    private let span = SourceSpan(start: 0, end: 0)

    /// Whether all pixels are active, so that uniform variables may be written.
    private var isUniformFlow: Bool { varyingDepth == 0 && !mayHaveInactivePixels }

    /// The program; it has two int parameters.
    static func make(seed: UInt64) -> Program {
        var program = RandomProgram(seed: seed)
        return program.make()
    }

    private init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func make() -> Program {
        b.arrays = [ArrayInfo(type: .int, count: 5)]
        let (x, y) = b.destination()
        readable = [b.value(.floatToInt, [x], .int), b.value(.floatToInt, [y], .int)]
        for _ in 0..<2 { readable.append(b.argument(b.parameter(.int))) }
        variables = (0..<4).map { _ in b.register(.int, variable: true) }
        uniformVariables = (0..<2).map { _ in b.register(.int, uniform: true, variable: true) }
        statements(depth: 0)
        statements(depth: 0)
        var outputs: [Register] = []
        for source in variables.prefix(3) + uniformVariables.prefix(1) {
            let low = b.value(.andInt, [source, b.int(0xf_ffff)], .int)
            outputs.append(b.value(.intToFloat, [low]))
        }
        return b.program(outputs)
    }

    private mutating func source() -> Register {
        switch random.below(4) {
        case 0: return variables[random.below(variables.count)]
        case 1: return uniformVariables[random.below(uniformVariables.count)]
        case 2: return b.int(Int32(random.below(7)) - 2)
        default: return readable[random.below(readable.count)]
        }
    }

    private mutating func uniformSource() -> Register {
        random.below(2) == 0 ? uniformVariables[random.below(2)] : b.int(Int32(random.below(5)) - 1)
    }

    private mutating func condition() -> Register {
        let left = isUniformFlow && random.below(3) == 0 ? uniformSource() : source()
        let right = random.below(2) == 0 ? b.int(Int32(random.below(12)) - 3) : source()
        return b.value(random.below(2) == 0 ? .lessInt : .equalInt, [left, right], .bool)
    }

    private mutating func statements(depth: Int) {
        for _ in 0..<(2 + random.below(4)) {
            guard budget > 0 else { return }
            budget -= 1
            switch depth > 4 ? random.below(5) : random.below(13) {
            case 0, 1, 2: assign()
            case 3: b.emit(.storeElement(array: 0), [source(), source()], to: [])
            case 4:
                let element = b.register(.int)
                b.emit(.loadElement(array: 0), [source()], to: [element])
                readable.append(element)
            case 5, 6: branch(depth)
            case 7: block(depth)
            case 8, 9, 10: loop(depth)
            default: exitSometimes()
            }
        }
    }

    private mutating func assign() {
        if isUniformFlow, random.below(4) == 0 {
            let sum = b.value(.addInt, [uniformSource(), uniformSource()], .int)
            b.emit(.move, [sum], to: [uniformVariables[random.below(2)]])
            return
        }
        let operations: [Opcode] = [.addInt, .subtractInt, .multiplyInt, .andInt]
        var result = b.value(operations[random.below(4)], [source(), source()], .int)
        if random.below(4) == 0 { result = b.value(.select, [condition(), result, source()], .int) }
        readable.append(result)
        b.emit(.move, [result], to: [variables[random.below(variables.count)]])
    }

    /// Makes nested statements. Code after them doesn't read the values that they compute.
    private mutating func list(depth: Int) -> [Statement] {
        let saved = readable
        b.begin()
        statements(depth: depth + 1)
        readable = saved
        return b.end()
    }

    private mutating func branch(_ depth: Int) {
        let condition = condition()
        let isVarying = !b.registers[condition.index].isUniform
        if isVarying { varyingDepth += 1 }
        let then = random.below(8) == 0 ? [] : list(depth: depth)
        let otherwise = random.below(2) == 0 ? [] : list(depth: depth)
        if isVarying { varyingDepth -= 1 }
        b.append(.branch(condition: condition, then: then, otherwise: otherwise, span: span))
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
        b.append(.block(label: label, body: body, span: span))
        closeLabel()
    }

    /// A loop that every pixel leaves after at most six repetitions of its own counter.
    private mutating func loop(_ depth: Int) {
        let isUniform = isUniformFlow && random.below(2) == 0
        let counter = b.register(.int, uniform: isUniform, variable: true)
        let bound = isUniform ? uniformSource() : source()
        let some = b.value(.andInt, [bound, b.int(3)], .int)
        let limit = b.value(.addInt, [some, b.int(Int32(random.below(4)))], .int)
        b.emit(.move, [b.int(0)], to: [counter])
        let (saved, free) = (readable, firstDivergentLabel)
        let label = newLabel()
        if isUniform { firstDivergentLabel = labels.count } else { varyingDepth += 1 }
        b.begin()
        b.begin()
        let early = b.value(.multiplyInt, [b.value(.addInt, [counter, source()], .int), b.int(3)], .int)
        let more = b.value(.lessInt, [counter, limit], .bool)
        b.append(.branch(condition: more, then: [], otherwise: [.exit(label: label, span: span)], span: span))
        b.emit(.move, [b.value(.addInt, [counter, b.int(1)], .int)], to: [counter])
        let wasInactive = mayHaveInactivePixels
        statements(depth: depth + 1)
        let body = b.end()
        b.append(.loop(body: body, span: span))
        b.append(.block(label: label, body: b.end(), span: span))
        if isUniform { mayHaveInactivePixels = wasInactive } else { varyingDepth -= 1 }
        firstDivergentLabel = free
        closeLabel()
        // `early` is computed before the first exit, so it has a value after the loop.
        readable = saved + [early]
    }

    private mutating func exitSometimes() {
        guard !labels.isEmpty else { return }
        let condition = condition()
        let isVarying = !b.registers[condition.index].isUniform || !isUniformFlow
        let first = isVarying ? firstDivergentLabel : 0
        guard first < labels.count else { return }
        let label = labels[first + random.below(labels.count - first)]
        if isVarying { mayHaveInactivePixels = true }
        b.append(.branch(condition: condition, then: [.exit(label: label, span: span)], otherwise: [], span: span))
    }
}
