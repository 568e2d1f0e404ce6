import KernelLanguage

/// What makes two programs the same for a back end: everything but the text they came from.
struct ProgramKey: Hashable, Sendable {
    let name: String
    let kind: KernelKind
    let file: String
    let parameters: [KernelParameter]
    let registers: [RegisterInfo]
    let arrays: [ArrayInfo]
    let prologue: [Instruction]
    let body: [Statement]
    let outputs: [Register]

    init(_ program: Program) {
        (name, kind, file, parameters) = (program.name, program.kind, program.source.file, program.parameters)
        (registers, arrays, prologue) = (program.registers, program.arrays, program.prologue)
        (body, outputs) = (program.body, program.outputs)
    }
}

/// A cache that forgets its oldest entry when it is full.
struct PreparedPrograms {
    private var kernels: [ProgramKey: InterpretedKernel] = [:]
    private var order: [ProgramKey] = []
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// The kernel prepared for a program.
    subscript(key: ProgramKey) -> InterpretedKernel? { kernels[key] }

    mutating func insert(_ kernel: InterpretedKernel, for key: ProgramKey) {
        if kernels.updateValue(kernel, forKey: key) != nil { return }
        order.append(key)
        if order.count > capacity { kernels[order.removeFirst()] = nil }
    }
}
