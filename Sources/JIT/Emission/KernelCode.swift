import ImageGraph
import KernelLanguage
import Pixels

/// The code of a program for a layout, in both tiers.
struct KernelCode: Sendable {
    private let program: Program
    private let layout: KernelLayout
    private let store: MachineCodeStore
    private let stepBudget: Int
    private let description: String

    init(program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int) {
        (self.program, self.layout, self.store, self.stepBudget) = (program, layout, store, stepBudget)
        description = KernelDescription.text(program, layout, lanes: store.processor.lanes)
    }

    /// Returns the optimised kernel if a cache has its code.
    func cached() throws -> CompiledKernel? {
        guard let code = store.cachedCode(for: description, label: program.name) else { return nil }
        return try kernel(KernelGenerator.expanded(program), .optimized, code)
    }

    /// Returns the optimised kernel. Its code comes from a cache, or is generated.
    func optimized() throws -> CompiledKernel {
        let program = try KernelGenerator.expanded(program)
        let code = try store.code(for: description, label: program.name) {
            var emitter = try KernelEmitter(program, layout: layout, processor: store.processor)
            return try emitter.text()
        }
        return try kernel(program, .optimized, code)
    }

    /// Returns the baseline kernel. Its code is generated.
    func baseline() throws -> CompiledKernel {
        let program = try KernelGenerator.expanded(program, keepsVarying: true)
        let code = try store.baselineCode(label: program.name) {
            var emitter = try KernelEmitter(program, layout: layout, processor: store.processor, tier: .baseline)
            return try emitter.text()
        }
        return try kernel(program, .baseline, code)
    }

    private func kernel(_ program: Program, _ tier: CodeTier, _ code: MachineCode) throws -> CompiledKernel {
        try CompiledKernel(
            program, layout: layout, processor: store.processor, tier: tier, code: code, stepBudget: stepBudget)
    }
}
