import Foundation
import SystemResources

/// Compiles LLVM assembly text to a relocatable object file for one processor, or to assembly text for a device.
///
/// Thread-safe, because every compilation has a separate LLVM context.
package struct LLVMCompiler: Sendable {
    /// The default passes: inlining of helpers that are marked so, promoting stack variables to values, folding splats
    /// of constants, which takes a third off the time of instruction selection, and moving what is the same for a row's
    /// blocks out of their loop, which takes up to a fourteenth off the time of a kernel.
    ///
    /// The emitters' text already uses the processor's full vector width and has no redundant code. LLVM's longer
    /// pipelines take two to four times as long and give no faster code. Most of the remaining time is instruction
    /// selection, which can't be skipped.
    package static let defaultPasses = "always-inline,function(sroa,instsimplify,loop-mssa(licm))"

    /// The LLVM library.
    package let library: LLVMLibrary
    private let target: LLVMTarget
    /// LLVM's names of the processor and of its extensions. Nil for the processor of this process, which LLVM detects.
    private let processor: (name: String, features: String)?
    /// The passes before code generation. Nil for none.
    private let passes: String?
    /// The level of optimisation of LLVM's code generator, from 0 to 3.
    private let level: Int32

    /// The kinds of files that LLVM writes, with their numbers in its C interface.
    private enum File: Int32 {
        case assembly = 0
        case object = 1
    }

    /// Creates a compiler for a processor. `passes` is a pipeline in LLVM's notation, such as `default<O2>`.
    package init(library: LLVMLibrary, processor: TargetProcessor = .current, passes: String = defaultPasses) {
        self.init(
            library: library, target: processor.architecture.target, processor: processor.llvmName.map { ($0, "") },
            passes: passes)
    }

    /// Creates a compiler of code of a tier.
    init(library: LLVMLibrary, processor: TargetProcessor, tier: CodeTier) {
        self.init(
            library: library, target: processor.architecture.target, processor: processor.llvmName.map { ($0, "") },
            passes: tier == .baseline ? nil : Self.defaultPasses, level: tier == .baseline ? 0 : 2)
    }

    /// Creates a compiler for a target.
    ///
    /// - Parameter processor: LLVM's names of the processor and of its extensions, or nil for that of this process.
    init(
        library: LLVMLibrary, target: LLVMTarget, processor: (name: String, features: String)?, passes: String?,
        level: Int32 = 2
    ) {
        (self.library, self.target, self.processor) = (library, target, processor)
        (self.passes, self.level) = (passes, level)
    }

    /// Returns the object file (ELF) of a module. Throws `CompilationError` with LLVM's message.
    package func object(from text: String) throws(CompilationError) -> [UInt8] { try file(.object, from: text) }

    /// Returns a module in the target's assembly language. Throws `CompilationError` with LLVM's message.
    func assembly(from text: String) throws(CompilationError) -> String {
        String(decoding: try file(.assembly, from: text), as: UTF8.self)
    }

    private func file(_ file: File, from text: String) throws(CompilationError) -> [UInt8] {
        let bytes = try LibraryCalls.shared.run { () throws(CompilationError) in try compiled(text, to: file) }
        guard let bytes else { throw .failed("the process is exiting") }
        return bytes
    }

    private func compiled(_ text: String, to file: File) throws(CompilationError) -> [UInt8] {
        let functions = library.functions
        guard let context = functions.contextCreate() else { throw .failed("LLVM could not create a context") }
        defer { functions.contextDispose(context) }
        let diagnostics = LLVMDiagnostics(functions)
        // Without a diagnostic handler, LLVM ends the process at the first error.
        functions.contextSetDiagnosticHandler(
            context, LLVMDiagnostics.handler, Unmanaged.passUnretained(diagnostics).toOpaque())
        defer { withExtendedLifetime(diagnostics) {} }

        let module = try parse(text, in: context)
        defer { functions.disposeModule(module) }
        let key = LLVMTargetMachines.Key(
            target: target, processor: processor?.name, features: processor?.features, level: level)
        let machine: LLVMFunctions.Reference
        if let idle = library.machines.take(key) { machine = idle } else { machine = try targetMachine() }
        var isSound = false
        defer {
            if !isSound || !library.machines.keep(machine, for: key) { functions.disposeTargetMachine(machine) }
        }
        functions.setTarget(module, target.triple)
        let layout = functions.createTargetDataLayout(machine)
        functions.setModuleDataLayout(module, layout)
        functions.disposeTargetData(layout)

        if let passes { try run(passes, on: module, machine) }
        let bytes = try emit(module, machine, to: file)
        if let message = diagnostics.firstError { throw .failed(message) }
        isSound = true
        return bytes
    }

    /// Parses and verifies a module.
    private func parse(_ text: String, in context: LLVMFunctions.Reference) throws(CompilationError)
        -> LLVMFunctions.Reference
    {
        let functions = library.functions
        var text = text
        let buffer = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { functions.createMemoryBuffer($0.baseAddress, $0.count, "kernel") }
        }
        var module: LLVMFunctions.Reference?
        var message: LLVMFunctions.Message?
        // The parser takes ownership of the buffer, whether it succeeds or not.
        guard functions.parseIR(context, buffer, &module, &message) == 0, let module else {
            throw .rejected(functions.take(message))
        }
        let returnsStatus: Int32 = 2
        if functions.verifyModule(module, returnsStatus, &message) != 0 {
            functions.disposeModule(module)
            throw .rejected(functions.take(message))
        }
        if let message { functions.disposeMessage(message) }
        return module
    }

    private func run(
        _ passes: String, on module: LLVMFunctions.Reference, _ machine: LLVMFunctions.Reference
    ) throws(CompilationError) {
        let functions = library.functions
        let options = functions.createPassBuilderOptions()
        defer { functions.disposePassBuilderOptions(options) }
        guard let error = functions.runPasses(module, passes, machine, options) else { return }
        let message = functions.errorMessage(error)
        defer { functions.disposeErrorMessage(message) }
        throw .failed(message.map { String(cString: $0) } ?? "no message")
    }

    private func targetMachine() throws(CompilationError) -> LLVMFunctions.Reference {
        let functions = library.functions
        try library.prepare(target)
        var reference: LLVMFunctions.Reference?
        var message: LLVMFunctions.Message?
        guard functions.targetFromTriple(target.triple, &reference, &message) == 0 else {
            throw .unsupportedProcessor(functions.take(message))
        }
        let name = processor?.name ?? functions.take(functions.hostProcessorName())
        let features = processor?.features ?? functions.take(functions.hostProcessorFeatures())
        let (positionIndependent, smallCode): (Int32, Int32) = (2, 3)
        guard
            let machine = functions.createTargetMachine(
                reference, target.triple, name, features, level, positionIndependent, smallCode)
        else { throw .unsupportedProcessor(name) }
        return machine
    }

    private func emit(
        _ module: LLVMFunctions.Reference, _ machine: LLVMFunctions.Reference, to file: File
    ) throws(CompilationError) -> [UInt8] {
        let functions = library.functions
        var message: LLVMFunctions.Message?
        var buffer: LLVMFunctions.Reference?
        guard functions.emitToMemoryBuffer(machine, module, file.rawValue, &message, &buffer) == 0, let buffer else {
            throw .failed(functions.take(message))
        }
        defer { functions.disposeMemoryBuffer(buffer) }
        return [UInt8](
            UnsafeRawBufferPointer(start: functions.bufferStart(buffer), count: functions.bufferSize(buffer)))
    }
}
