import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Testing

/// Tests of the interpreter's guarantees: zeroed locals, no access outside arrays, bounded memory and nesting, and
/// errors for invalid programs.
@Suite struct LimitTests {
    let region = PixelRect(x: 0, y: 0, width: 20, height: 2)

    /// Indices of arrays are clamped, varying and uniform ones, for reading and writing.
    @Test(arguments: [Float(0), 1, 2, 3, 100, -1, 3e9, -3e9, .nan]) func arrayIndices(index: Float) throws {
        for isUniform in [true, false] {
            var b = ProgramBuilder()
            b.arrays = [ArrayInfo(type: .float, count: 3), ArrayInfo(type: .float, count: 1)]
            let p = b.parameter(.float)
            var number = b.argument(p)
            if !isUniform {
                let x = b.destination().x
                number = b.value(.select, [b.value(.lessFloat, [x, b.float(-1)], .bool), x, number])
            }
            let i = b.value(.floatToInt, [number], .int)
            for element in 0..<3 {
                b.emit(.storeElement(array: 0), [b.int(Int32(element)), b.float(Float(element) + 10)], to: [])
            }
            let read = b.register(.float)
            b.emit(.loadElement(array: 0), [i], to: [read])
            b.emit(.storeElement(array: 0), [i, b.float(5)], to: [])
            let all = (0..<3).map { element in
                let register = b.register(.float)
                b.emit(.loadElement(array: 0), [b.int(Int32(element))], to: [register])
                return register
            }
            let output = try render(b.program([read] + all), [[index]], region: region)
            let clamped = index.isNaN ? 0 : Int(min(max(index, 0), 2))
            var expected = SIMD4<Float>(Float(clamped) + 10, 10, 11, 12)
            expected[clamped + 1] = 5
            #expect(values(output).allSatisfy { $0 == expected }, "index \(index)")
        }
    }

    /// Nothing is left over from an earlier kernel, pixel or block.
    @Test func localsStartAtZero() throws {
        let backend = InterpreterBackend()
        var dirty = ProgramBuilder()
        dirty.arrays = [ArrayInfo(type: .float, count: 30)]
        let x = dirty.destination().x
        for element in 0..<30 { dirty.emit(.storeElement(array: 0), [dirty.int(Int32(element)), x], to: []) }
        _ = try render(dirty.program([x, x, x, x]), region: region, backend: backend)

        var b = ProgramBuilder()
        b.arrays = [ArrayInfo(type: .float, count: 2)]
        let variable = b.register(.float, variable: true)
        let uniform = b.register(.float, uniform: true, variable: true)
        let element = b.register(.float)
        b.emit(.loadElement(array: 0), [b.int(1)], to: [element])
        let before = b.value(.addFloat, [variable, b.value(.addFloat, [uniform, element])])
        b.emit(.move, [b.float(9)], to: [variable])
        b.emit(.move, [b.float(9)], to: [uniform])
        b.emit(.storeElement(array: 0), [b.int(1), b.float(9)], to: [])
        let output = try render(
            b.program([before, variable, uniform, before]), region: PixelRect(x: 0, y: 0, width: 2000, height: 2),
            backend: backend)
        #expect(values(output).allSatisfy { $0 == SIMD4(0, 9, 9, 0) })
    }

    @Test func memoryLimit() throws {
        var b = ProgramBuilder()
        b.name = "hungry"
        b.arrays = [ArrayInfo(type: .float, count: 1_000_000)]
        let x = b.destination().x
        b.emit(.storeElement(array: 0), [b.int(0), x], to: [])
        let program = b.program([x, x, x, x])
        let error = #expect(throws: InterpreterError.self) {
            try InterpreterBackend(memoryLimit: 1 << 20).prepare(program)
        }
        guard case .memoryLimitExceeded(let kernel, _, let needed, let limit) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(kernel == "hungry" && limit == 1 << 20 && needed >= limit)
        b.arrays = [ArrayInfo(type: .float, count: .max), ArrayInfo(type: .float, count: .max)]
        let absurd = b.program([x, x, x, x])
        #expect(throws: InterpreterError.self) { try InterpreterBackend().prepare(absurd) }
    }

    @Test func nestingLimit() throws {
        var b = ProgramBuilder()
        let x = b.destination().x
        let condition = b.value(.lessFloat, [x, b.float(1)], .bool)
        let span = SourceSpan(start: 0, end: 0)
        for _ in 0..<1500 { b.begin() }
        for _ in 0..<1500 {
            let inner = b.end()
            b.append(.branch(condition: condition, then: inner, otherwise: [], span: span))
        }
        let program = b.program([x, x, x, x])
        #expect(throws: InterpreterError.nestingTooDeep(kernel: "test", file: "test.cikernel", limit: 1000)) {
            try InterpreterBackend().prepare(program)
        }
    }

    /// Programs that break the rules are refused, not run.
    @Test func invalidPrograms() throws {
        var b = ProgramBuilder()
        let x = b.destination().x
        func refused(_ program: Program) -> Bool {
            do {
                _ = try InterpreterBackend().prepare(program)
                return false
            } catch InterpreterError.invalidProgram {
                return true
            } catch {
                return false
            }
        }
        #expect(!refused(b.program([x, x, x, x])))
        #expect(refused(b.program([x])))
        #expect(refused(b.program([x, x, x, Register(99)])))
        #expect(refused(b.program([x, x, x, b.register(.float)])), "read before it is written")
        let bad: [(Opcode, [Register], Int)] = [
            (.addFloat, [x], 1), (.addFloat, [x, Register(-1)], 1), (.sample(image: 0), [x, x], 4),
            (.argument(parameter: 0, component: 0), [], 1),
            (.loadElement(array: 0), [x], 1), (.destCoord, [], 1),
        ]
        for (opcode, operands, results) in bad {
            var c = b
            c.emit(opcode, operands, to: (0..<results).map { _ in c.register(.float) })
            #expect(refused(c.program([x, x, x, x])), "\(opcode)")
        }
        var d = b
        d.exit(3)
        #expect(refused(d.program([x, x, x, x])), "exit without block")
        var e = b
        e.emit(.move, [x], to: [e.register(.float, uniform: true, variable: true)])
        #expect(refused(e.program([x, x, x, x])), "varying value in a uniform register")
    }

    @Test func wrongUse() throws {
        var b = ProgramBuilder()
        let p = b.parameter(.vector(2))
        _ = b.parameter(.sampler)
        let x = b.argument(p)
        let program = b.program([x, x, x, x])
        let image = SamplingTests.binding()
        #expect(throws: KernelRunError.argumentMismatch(kernel: "test", parameter: "p0", expected: 2, given: 1)) {
            try render(program, [[1], []], images: [image], region: region)
        }
        #expect(throws: KernelRunError.countMismatch(kernel: "test", what: "arguments", expected: 2, given: 1)) {
            try render(program, [[1, 2]], images: [image], region: region)
        }
        #expect(throws: KernelRunError.countMismatch(kernel: "test", what: "images", expected: 1, given: 0)) {
            try render(program, [[1, 2], []], region: region)
        }
        let kernel = try InterpreterBackend().prepare(program)
        #expect(throws: KernelRunError.regionOutsideOutput(kernel: "test")) {
            try kernel.run(
                arguments: KernelArguments(components: [[1, 2], []]), images: [image], region: region.outset(by: 1),
                output: Raster(bounds: region))
        }
    }

    /// Every message names the kernel and says what to do.
    @Test func messages() {
        let refusals: [InterpreterError] = [
            .memoryLimitExceeded(kernel: "swirl", file: "f", needed: 2, limit: 1),
            .nestingTooDeep(kernel: "swirl", file: "f", limit: 1),
            .invalidProgram(kernel: "swirl", file: "f", reason: "r"),
            .unsupportedFormat(kernel: "swirl"),
        ]
        let failures: [KernelRunError] = [
            .stepBudgetExceeded(kernel: "swirl", file: "f", x: 3, y: 4, budget: 10),
            .argumentMismatch(kernel: "swirl", parameter: "p", expected: 1, given: 2),
            .countMismatch(kernel: "swirl", what: "images", expected: 1, given: 2),
            .regionOutsideOutput(kernel: "swirl"),
        ]
        let described: [(any Error, String)] =
            refusals.map { ($0 as any Error, $0.description) } + failures.map { ($0 as any Error, $0.description) }
        for (error, description) in described {
            #expect(description.contains("'swirl'") && description.contains("; "))
            #expect(error.localizedDescription == description)
        }
        #expect(failures[0].description.contains("(3, 4)"))
    }

    /// Arguments become ints by truncation and bools by comparison with zero.
    @Test func argumentConversion() throws {
        for (number, int, bool) in [
            (2.9 as Float, 2 as Float, 1 as Float), (-2.9, -2, 1), (0, 0, 0), (0.25, 0, 1), (.nan, 0, 1),
        ] {
            var b = ProgramBuilder()
            let (i, t, f) = (b.parameter(.int), b.parameter(.bool), b.parameter(.color))
            let outputs = [
                b.value(.intToFloat, [b.argument(i)]), b.value(.boolToFloat, [b.argument(t)]), b.argument(f, 2),
                b.argument(f, 3),
            ]
            let output = try render(b.program(outputs), [[number], [number], [1, 2, 3, 4]], region: region)
            #expect(values(output).allSatisfy { $0 == SIMD4(int, bool, 3, 4) }, "\(number)")
        }
    }

    /// A warp kernel writes a point and two zeros.
    @Test func warpOutput() throws {
        var b = ProgramBuilder()
        b.kind = .warp
        let (x, y) = b.destination()
        let output = try render(b.program([y, x]), region: region)
        #expect(output[3, 1] == SIMD4(1.5, 3.5, 0, 0))
        #expect(output[19, 0] == SIMD4(0.5, 19.5, 0, 0))
    }

    /// Pixel centres stay exact far from the origin.
    @Test func farCoordinates() throws {
        var b = ProgramBuilder()
        let (x, y) = b.destination()
        let far = PixelRect(x: 4_000_000, y: -4_000_001, width: 33, height: 2)
        let output = try render(b.program([x, y, x, y]), region: far)
        #expect(output[4_000_032, -4_000_000] == SIMD4(4_000_032.5, -3_999_999.5, 4_000_032.5, -3_999_999.5))
    }
}

/// Programs far larger than people write.
@Suite struct LargeProgramTests {
    @Test func manyLiveValues() throws {
        var b = ProgramBuilder()
        let x = b.destination().x
        // 20 000 values that all stay alive to the end.
        var values = [x]
        for _ in 0..<20_000 {
            let next = b.value(.addFloat, [values[values.count - 1], x])
            values.append(next)
        }
        var sum = x
        for value in values { sum = b.value(.addFloat, [sum, value]) }
        let program = b.program([sum, x, x, x])
        let kernel = try InterpreterBackend().prepare(program)
        // 0.5 · (1 + 1 + 2 + … + 20 001) at x = 0.5, in single precision.
        let output = Raster(bounds: PixelRect(x: 0, y: 0, width: 1, height: 1))
        try kernel.run(arguments: KernelArguments(components: []), images: [], region: output.bounds, output: output)
        #expect(abs(output[0, 0].x / (0.5 * (1 + 20_001 * 20_002 / 2)) - 1) < 1e-3)
    }
}
