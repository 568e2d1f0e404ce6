import ImageGraph
import KernelLanguage
import Pixels
import TestSupport

/// Programs of one instruction, and the numbers to try it with.
package enum InstructionProbe {
    /// Returns a program that applies `opcode` to up to three channels. Each bit that is set in `uniformMask` replaces
    /// a channel by an argument.
    package static func program(_ opcode: Opcode, _ operands: [ScalarType], _ result: ScalarType, uniformMask: Int)
        -> Program
    {
        var probe = ProbeBuilder()
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
    package static let picture: SamplerBinding = {
        let count = numbers.count
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: count, height: count))
        for y in 0..<count {
            for x in 0..<count {
                raster[x, y] = SIMD4(numbers[x], numbers[y], numbers[(3 * x + 7 * y) % count], 1)
            }
        }
        return SamplerBinding(raster: raster, extent: raster.bounds.cgRect)
    }()

    /// Every exact instruction, with the types of its operands and its result.
    package static let opcodes: [(Opcode, [ScalarType], ScalarType)] =
        (RandomKernel.opcodes + RandomKernel.transcendentals).compactMap { opcode in
            opcode.signature.map { (opcode, $0.operands, $0.results[0]) }
        } + [
            (.select, [.bool, .float, .float], .float), (.select, [.bool, .int, .int], .int),
            (.select, [.bool, .bool, .bool], .bool), (.move, [.float], .float), (.move, [.int], .int),
        ]

    /// Returns a program for each choice of uniform operands of an instruction.
    package static func programs(index: Int) -> [Program] {
        let (opcode, operands, result) = opcodes[index]
        return (0..<(1 << operands.count)).map { program(opcode, operands, result, uniformMask: $0) }
    }

    /// Numbers as constant operands, for which code generators select other instructions than for numbers that they
    /// don't know.
    private static let constants: [Float] = [0, -0.0, 1, -1.5, 33, .nan, .infinity, .leastNonzeroMagnitude]

    /// Returns programs of an instruction with constant operands, and varying ones.
    package static func programsWithConstants(index: Int) -> [Program] {
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
}
