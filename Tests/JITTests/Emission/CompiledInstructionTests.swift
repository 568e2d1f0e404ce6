import ImageGraph
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Compares every instruction with the interpreter, bit for bit, for edge values as varying and uniform operands.
@Suite(.needsCodeGeneration) struct CompiledInstructionTests {
    /// A builder of programs whose operands are channels of a picture or arguments.
    private struct Probe {
        var registers: [RegisterInfo] = []
        var body: [Statement] = []
        let span = SourceSpan(start: 0, end: 0)

        mutating func value(_ opcode: Opcode, _ operands: [Register], _ types: [ScalarType], uniform: Bool = false)
            -> [Register]
        {
            let results = types.map { type in
                registers.append(RegisterInfo(type: type, isUniform: uniform, isVariable: false))
                return Register(registers.count - 1)
            }
            body.append(.compute(Instruction(opcode, operands, to: results, span: span)))
            return results
        }

        /// A float as an operand of another type.
        mutating func converted(_ register: Register, to type: ScalarType) -> Register {
            let uniform = registers[register.index].isUniform
            switch type {
            case .float: return register
            case .int: return value(.floatToInt, [register], [.int], uniform: uniform)[0]
            case .bool: return value(.floatToBool, [register], [.bool], uniform: uniform)[0]
            }
        }
    }

    /// Returns a program that applies `opcode` to up to three channels. Each bit that is set in `uniformMask` replaces
    /// a channel by an argument.
    private static func program(_ opcode: Opcode, _ operands: [ScalarType], _ result: ScalarType, uniformMask: Int)
        -> Program
    {
        var probe = Probe()
        let pixel = probe.value(.sampleAtDestination(image: 0), [], [.float, .float, .float, .float])
        var sources: [Register] = []
        for (index, type) in operands.enumerated() {
            let isUniform = uniformMask >> index & 1 == 1
            let source =
                isUniform
                ? probe.value(.argument(parameter: index + 1, component: 0), [], [.float], uniform: true)[0]
                : pixel[index]
            sources.append(probe.converted(source, to: type))
        }
        let isUniform = uniformMask == (1 << operands.count) - 1
        let value = probe.value(opcode, sources, [result], uniform: isUniform)[0]
        let zero = probe.value(.constantFloat(0), [], [.float], uniform: true)[0]
        var outputs = [value, zero, zero, zero]
        switch result {
        case .float: break
        case .bool: outputs[0] = probe.value(.boolToFloat, [value], [.float], uniform: isUniform)[0]
        case .int:
            let mask = probe.value(.constantInt(0xffff), [], [.int], uniform: true)[0]
            let sixteen = probe.value(.constantInt(16), [], [.int], uniform: true)[0]
            let low = probe.value(.andInt, [value, mask], [.int], uniform: isUniform)[0]
            let high = probe.value(.shiftRight, [value, sixteen], [.int], uniform: isUniform)[0]
            outputs[0] = probe.value(.intToFloat, [low], [.float], uniform: isUniform)[0]
            outputs[1] = probe.value(.intToFloat, [high], [.float], uniform: isUniform)[0]
        }
        let types: [KernelParameterType] = [.sampler, .float, .float, .float]
        return Program(
            name: "probe", kind: .general,
            parameters: types.enumerated().map {
                KernelParameter(name: "p\($0.offset)", type: $0.element, span: probe.span)
            }, registers: probe.registers, body: probe.body, outputs: outputs, span: probe.span,
            source: KernelSource(text: "", file: "probe.cikernel"))
    }

    private static let numbers: [Float] =
        SeededGenerator.edgeFloats + [
            2, 3, -3, 7, -7, 31, 32, 33, 255, 65_535, 65_536, -65_536, 12_345_678, 1_073_741_824,
        ]

    /// Every pair of numbers, and many triples.
    private static let picture: SamplerBinding = {
        let count = numbers.count
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: count, height: count))
        for y in 0..<count {
            for x in 0..<count {
                raster[x, y] = SIMD4(numbers[x], numbers[y], numbers[(3 * x + 7 * y) % count], 1)
            }
        }
        return SamplerBinding(raster: raster, extent: raster.bounds.cgRect)
    }()

    static let opcodes: [(Opcode, [ScalarType], ScalarType)] =
        (RandomKernel.opcodes + RandomKernel.transcendentals).compactMap { opcode in
            opcode.signature.map { (opcode, $0.operands, $0.results[0]) }
        } + [
            (.select, [.bool, .float, .float], .float), (.select, [.bool, .int, .int], .int),
            (.select, [.bool, .bool, .bool], .bool), (.move, [.float], .float), (.move, [.int], .int),
        ]

    /// Returns a program for each choice of uniform operands.
    static func programs(index: Int) -> [Program] {
        let (opcode, operands, result) = opcodes[index]
        return (0..<(1 << operands.count)).map { program(opcode, operands, result, uniformMask: $0) }
    }

    /// Numbers as constant operands, for which LLVM selects other instructions than for numbers that it doesn't know.
    private static let constants: [Float] = [0, -0.0, 1, -1.5, 33, .nan, .infinity, .leastNonzeroMagnitude]

    /// Returns programs with constant operands, and varying ones.
    static func programsWithConstants(index: Int) -> [Program] {
        let programs = programs(index: index).dropFirst()
        return programs.flatMap { program in
            constants.map { number in
                var program = program
                for (place, statement) in program.body.enumerated() {
                    guard case .compute(var instruction) = statement, case .argument = instruction.opcode else {
                        continue
                    }
                    instruction.opcode = .constantFloat(number)
                    program.body[place] = .compute(instruction)
                }
                return program
            }
        }
    }

    /// Expects that the instruction agrees with constant operands.
    static func expectAgreementOfConstants(index: Int) throws {
        for program in programsWithConstants(index: index) {
            let difference = try KernelComparison.difference(
                program, [[], [0], [0], [0]], images: [picture], region: picture.pixels.bounds)
            #expect(difference == nil, "\(opcodes[index].0)")
        }
    }

    @Test(arguments: 0..<opcodes.count) func agrees(index: Int) throws {
        let (opcode, operands, result) = Self.opcodes[index]
        for mask in 0..<(1 << operands.count) {
            let program = Self.program(opcode, operands, result, uniformMask: mask)
            // Without uniform operands, the argument isn't used, and one value is enough.
            for argument in mask == 0 ? [0] : [Float(-0.0), 1.5, .nan, 2_147_483_648] {
                let difference = try KernelComparison.difference(
                    program, [[], [argument], [argument * 3], [argument - 1]], images: [Self.picture],
                    region: Self.picture.pixels.bounds)
                #expect(difference == nil, "\(opcode), uniform operands \(mask), argument \(argument)")
            }
        }
    }
}
