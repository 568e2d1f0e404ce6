/// The identity of a program for a backend: everything except its source text.
package struct ProgramKey: Hashable, Sendable {
    private let name: String
    private let kind: KernelKind
    private let file: String
    private let parameters: [KernelParameter]
    private let registers: [RegisterInfo]
    private let arrays: [ArrayInfo]
    private let prologue: [Instruction]
    private let body: [Statement]
    private let outputs: [Register]
    /// The bits of all float constants, since 0 and −0 are equal as floats, but not as constants.
    private let floatBits: [UInt32]

    /// Creates the key of a program.
    package init(_ program: Program) {
        (name, kind, file, parameters) = (program.name, program.kind, program.source.file, program.parameters)
        (registers, arrays, prologue) = (program.registers, program.arrays, program.prologue)
        (body, outputs) = (program.body, program.outputs)
        var floatBits: [UInt32] = []
        program.forEachInstruction {
            if case .constantFloat(let value) = $0.opcode { floatBits.append(value.bitPattern) }
        }
        self.floatBits = floatBits
    }
}
