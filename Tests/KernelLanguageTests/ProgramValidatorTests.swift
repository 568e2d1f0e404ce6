import KernelLanguage
import Testing

/// Each rule of the validator, broken on purpose.
@Suite struct ProgramValidatorTests {
    private let span = SourceSpan(start: 0, end: 0)

    private func program(_ change: (inout Program) -> Void) -> Program {
        func info(_ type: ScalarType, isVariable: Bool = false, isUniform: Bool = false) -> RegisterInfo {
            RegisterInfo(type: type, isUniform: isUniform, isVariable: isVariable)
        }
        var program = Program(
            name: "k", kind: .color, parameters: [KernelParameter(name: "x", type: .float, span: span)],
            registers: [
                info(.float, isUniform: true), info(.float), info(.bool), info(.int), info(.float, isVariable: true),
            ],
            arrays: [ArrayInfo(type: .float, count: 4)],
            prologue: [Instruction(.argument(parameter: 0, component: 0), [], to: [Register(0)], span: span)],
            body: [compute(.addFloat, [0, 0], [1])], outputs: [1, 1, 1, 0].map { Register($0) }, span: span,
            source: KernelSource(text: ""))
        change(&program)
        return program
    }

    private func compute(_ opcode: Opcode, _ operands: [Int], _ results: [Int]) -> Statement {
        .compute(Instruction(opcode, operands.map { Register($0) }, to: results.map { Register($0) }, span: span))
    }

    @Test func aRightProgramHasNoProblem() {
        #expect(ProgramValidator.problem(in: program { _ in }) == nil)
    }

    @Test func eachRule() {
        func expect(_ part: String, location: SourceLocation = #_sourceLocation, _ change: (inout Program) -> Void) {
            let problem = ProgramValidator.problem(in: program(change))
            #expect(problem?.contains(part) == true, "\(problem ?? "none")", sourceLocation: location)
        }
        expect("there is no register 9") { $0.outputs[0] = Register(9) }
        expect("there is no register 9") { $0.body.append(compute(.move, [9], [4])) }
        expect("4 outputs") { $0.kind = .warp }
        expect("is bool, and float is needed") { $0.body.append(compute(.addFloat, [2, 1], [4])) }
        expect("is int and gets float") { $0.body.append(compute(.addFloat, [1, 1], [3])) }
        expect("wrong number of operands") { $0.body.append(compute(.addFloat, [1], [4])) }
        expect("wrong number of operands") { $0.body.append(compute(.destCoord, [], [4])) }
        expect("wrong number of operands") { $0.body.append(compute(.select, [2, 1, 1], [])) }
        expect("addFloat writes variable 4, which only move may do") {
            $0.body.append(compute(.addFloat, [1, 1], [4]))
        }
        expect("written twice") { $0.body.append(compute(.negateFloat, [0], [1])) }
        expect("read where it may have no value") { $0.body.removeAll() }
        expect("read where it may have no value") {
            $0.body = [
                compute(.floatToBool, [0], [2]),
                .branch(condition: Register(2), then: [compute(.addFloat, [0, 0], [1])], otherwise: [], span: span),
            ]
        }
        expect("exit names label 7") { $0.body.append(.exit(label: 7, span: span)) }
        expect("label 1 is used twice") {
            $0.body += [.block(label: 1, body: [], span: span), .block(label: 1, body: [], span: span)]
        }
        expect("there is no image 0") { $0.body.append(compute(.sampleAtDestination(image: 0), [], [4, 4, 4, 4])) }
        expect("there is no argument 0.1") { $0.body.append(compute(.argument(parameter: 0, component: 1), [], [4])) }
        expect("there is no array 1") { $0.body.append(compute(.loadElement(array: 1), [3], [4])) }
        expect("isn't uniform") { $0.registers[0].isUniform = false }
        expect("the prologue uses variable 4") {
            $0.registers[4].isUniform = true
            $0.prologue.append(Instruction(.move, [Register(0)], to: [Register(4)], span: span))
        }
    }
}
