import ImageGraph
import Interpreter
import KernelLanguage
import Pixels

/// Builds programs of the intermediate representation by hand, so that tests of single instructions need no front end.
struct ProgramBuilder {
    var name = "test"
    var kind = KernelKind.general
    var parameters: [KernelParameter] = []
    var registers: [RegisterInfo] = []
    var arrays: [ArrayInfo] = []
    private var lists: [[Statement]] = [[]]
    private static let span = SourceSpan(start: 0, end: 0)

    mutating func parameter(_ type: KernelParameterType) -> Int {
        parameters.append(KernelParameter(name: "p\(parameters.count)", type: type, span: Self.span))
        return parameters.count - 1
    }

    mutating func register(_ type: ScalarType, uniform: Bool = false, variable: Bool = false) -> Register {
        registers.append(RegisterInfo(type: type, isUniform: uniform, isVariable: variable))
        return Register(registers.count - 1)
    }

    mutating func emit(_ opcode: Opcode, _ operands: [Register] = [], to results: [Register]) {
        lists[lists.count - 1].append(.compute(Instruction(opcode, operands, to: results, span: Self.span)))
    }

    /// Emits an instruction with one result, a new temporary, which is uniform if all operands are.
    mutating func value(_ opcode: Opcode, _ operands: [Register] = [], _ type: ScalarType = .float) -> Register {
        let result = register(type, uniform: operands.allSatisfy { registers[$0.index].isUniform })
        emit(opcode, operands, to: [result])
        return result
    }

    mutating func float(_ value: Float) -> Register { self.value(.constantFloat(value)) }
    mutating func int(_ value: Int32) -> Register { self.value(.constantInt(value), [], .int) }

    mutating func argument(_ parameter: Int, _ component: Int = 0) -> Register {
        value(.argument(parameter: parameter, component: component), [], parameters[parameter].type.scalarType)
    }

    /// Emits a sampling instruction and returns the four temporaries of its result.
    mutating func sample(_ opcode: Opcode, _ operands: [Register] = []) -> [Register] {
        let results = (0..<4).map { _ in register(.float) }
        emit(opcode, operands, to: results)
        return results
    }

    mutating func destination() -> (x: Register, y: Register) {
        let (x, y) = (register(.float), register(.float))
        emit(.destCoord, to: [x, y])
        return (x, y)
    }

    mutating func branch(
        _ condition: Register, _ then: (inout ProgramBuilder) -> Void,
        else otherwise: (inout ProgramBuilder) -> Void = { _ in }
    ) {
        let (first, second) = (nested(then), nested(otherwise))
        append(.branch(condition: condition, then: first, otherwise: second, span: Self.span))
    }

    mutating func block(_ label: Int, _ body: (inout ProgramBuilder) -> Void) {
        let statements = nested(body)
        append(.block(label: label, body: statements, span: Self.span))
    }

    mutating func loop(_ body: (inout ProgramBuilder) -> Void) {
        let statements = nested(body)
        append(.loop(body: statements, span: Self.span))
    }

    mutating func exit(_ label: Int) { append(.exit(label: label, span: Self.span)) }

    /// Mutating only so that the arguments may still add to it.
    mutating func program(_ outputs: [Register]) -> Program {
        Program(
            name: name, kind: kind, parameters: parameters, registers: registers, arrays: arrays, body: lists[0],
            outputs: outputs, span: Self.span, source: KernelSource(text: "", file: "test.cikernel"))
    }

    /// Starts a nested list of statements, which `end` removes and returns.
    mutating func begin() { lists.append([]) }
    mutating func end() -> [Statement] { lists.removeLast() }
    mutating func append(_ statement: Statement) { lists[lists.count - 1].append(statement) }

    private mutating func nested(_ body: (inout ProgramBuilder) -> Void) -> [Statement] {
        begin()
        body(&self)
        return end()
    }
}

/// One back end for all tests, so that they share its scratch memory.
let sharedBackend = InterpreterBackend()

/// Runs a program over a region in one piece.
func render(
    _ program: Program, _ arguments: [[Float]] = [], images: [SamplerBinding] = [], region: PixelRect,
    backend: InterpreterBackend = sharedBackend
) throws -> Raster {
    let output = Raster(bounds: region)
    let kernel = try backend.prepare(program)
    try kernel.run(
        arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
    return output
}

/// The pixels of a raster, row by row.
func values(_ raster: Raster) -> [SIMD4<Float>] {
    (raster.bounds.y..<raster.bounds.maxY).flatMap { y in
        (raster.bounds.x..<raster.bounds.maxX).map { raster[$0, y] }
    }
}

/// The bits of a raster's pixels, so that NaN and −0 count.
func bits(_ raster: Raster) -> [SIMD4<UInt32>] {
    values(raster).map { SIMD4($0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern, $0.w.bitPattern) }
}
