import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Synchronization

/// Runs kernels as machine code for this processor, made by LLVM when the machine has it, and on the interpreter otherwise.
///
/// The interpreter takes programs that ask for the sandbox, programs that can't be compiled, and everything where there is no LLVM; results
/// are the same. Code is made once for a program and a layout, whatever its arguments are.
///
/// Thread-safe: one instance serves all threads. Threads that prepare the same kernel at the same time wait for one compilation.
public final class JITBackend: KernelBackend {
    /// When code is generated.
    public enum Compilation: Sendable, Hashable {
        /// Before `prepare` returns.
        case immediate
        /// On another thread; the interpreter serves until the code is ready.
        case background
    }

    /// Name for `explain` output and errors: the interpreter's, where no code can be had.
    public var name: String { isAvailable ? "JIT" : interpreter.name }
    /// When code is generated.
    public let compilation: Compilation
    /// Where machine code comes from, for kernels and operators alike.
    public let store: MachineCodeStore
    private let interpreter: InterpreterBackend
    private let generator: (any KernelCodeGenerator)?
    private let report: @Sendable (String) -> Void
    private let prepared = OnceCache<PreparedKey, any PreparedKernel>(capacity: 256)

    private struct PreparedKey: Hashable {
        let program: ProgramKey
        let layout: KernelLayout
        let requiresSandbox: Bool
    }

    /// A back end.
    ///
    /// - Parameters:
    ///   - interpreter: Takes what can't be compiled. Its step budget holds for compiled kernels too.
    ///   - compilation: When code is generated.
    ///   - store: Where machine code comes from: without one, code for this processor, kept in the user's cache.
    ///   - report: Hears, in prose for a log at debug level, why something is interpreted or not cached; each reason once.
    public convenience init(
        interpreter: InterpreterBackend = InterpreterBackend(), compilation: Compilation = .immediate,
        store: MachineCodeStore? = nil, report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            interpreter: interpreter, compilation: compilation, store: store, generator: KernelGenerator(),
            report: report)
    }

    init(
        interpreter: InterpreterBackend, compilation: Compilation, store: MachineCodeStore?,
        generator: (any KernelCodeGenerator)?, report: @escaping @Sendable (String) -> Void
    ) {
        (self.interpreter, self.compilation, self.generator, self.report) = (
            interpreter, compilation, generator, report
        )
        self.store = store ?? .standard(report: report)
    }

    /// Whether machine code is generated, or found ready-made on disk.
    public var isAvailable: Bool { generator != nil && store.isAvailable }

    /// Whether kernels are compiled: where they aren't, shorter kernels are better.
    public var compiles: Bool { isAvailable }

    /// Floats, and where code is generated what it supports.
    public func canRead(_ format: PixelFormat) -> Bool { format == .RGBAf || generates(format) }

    /// The interpreter converts images that a kernel reads anywhere as a whole for each tile; whoever plans the tiles can do better.
    public func canRead(_ format: PixelFormat, in program: Program) -> Bool {
        guard canRead(format), format != .RGBAf else { return canRead(format) }
        let isInterpreted = program.requiresSandbox || program.instructionCount > KernelGenerator.mostInstructions
        return !isInterpreted || !ConvertingKernel.readsAnywhere(program)
    }

    /// Floats, and where code is generated what it supports.
    public func canWrite(_ format: PixelFormat) -> Bool { format == .RGBAf || generates(format) }

    private func generates(_ format: PixelFormat) -> Bool { generator?.supports(format) == true && isAvailable }

    /// Prepares a validated program: from memory, from disk, or compiled now. Throws what the interpreter throws for programs that it
    /// can't run either.
    public func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        let key = PreparedKey(
            program: ProgramKey(program), layout: layout, requiresSandbox: program.requiresSandbox)
        return try prepared.value(for: key) { try make(program, layout) }
    }

    private func make(_ program: Program, _ layout: KernelLayout) throws -> any PreparedKernel {
        guard let generator, !program.requiresSandbox, isAvailable else { return try interpreted(program, layout) }
        let compile: @Sendable () throws -> any PreparedKernel = { [store, stepBudget = interpreter.stepBudget] in
            try generator.prepare(program, layout: layout, store: store, stepBudget: stepBudget)
        }
        // Images that are read anywhere would have to be converted as a whole for every tile while the interpreter serves.
        if compilation == .background, !ConvertingKernel.readsAnywhere(program, layout) {
            return BackgroundKernel(
                interim: try interpreted(program, layout), compile: compile,
                report: { [report] in report(Self.reason(program, $0)) })
        }
        do {
            // A rendering that is stopped doesn't wait for a long one.
            return try isLong(program) ? DetachedWork.run(compile) : compile()
        } catch let stopped as WorkMeter.Stopped {
            throw stopped
        } catch {
            report(Self.reason(program, error))
            return try interpreted(program, layout)
        }
    }

    /// Whether a program has so many instructions that compiling it, or decoding it for the interpreter, may take
    /// longer than a few milliseconds.
    private func isLong(_ program: Program) -> Bool { program.instructionCount > 200 }

    private static func reason(_ program: Program, _ error: any Error) -> String {
        "kernel '\(program.name)' is interpreted: \(error)"
    }

    private func interpreted(_ program: Program, _ layout: KernelLayout) throws -> any PreparedKernel {
        // What is left behind when the rendering is stopped ends soon, too.
        let decode: @Sendable () throws -> any PreparedKernel = { [interpreter, meter = WorkMeter.current] in
            try WorkMeter.$current.withValue(meter) {
                try interpreter.prepare(program, layout: KernelLayout(imageCount: program.samplerCount))
            }
        }
        return ConvertingKernel(try isLong(program) ? DetachedWork.run(decode) : decode(), program: program)
    }
}
