import Foundation

/// The functions of LLVM's C interface that the compiler calls, with the signatures from its headers.
///
/// References (`LLVMContextRef`, `LLVMModuleRef`, …) are opaque pointers. `LLVMBool` is an `Int32` that is zero for
/// success. Thread-safety is that of LLVM: a context and everything made from it may be used by one thread at a time.
struct LLVMFunctions: Sendable {
    typealias Reference = OpaquePointer
    typealias Message = UnsafeMutablePointer<CChar>
    typealias DiagnosticHandler = @convention(c) (Reference?, UnsafeMutableRawPointer?) -> Void

    // Library
    let getVersion:
        @Sendable @convention(c) (
            UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?
        ) -> Void
    let disposeMessage: @Sendable @convention(c) (Message?) -> Void
    /// The functions that register the code generators of targets. A library may lack those of some.
    private let initializers: [LLVMTarget: [@Sendable @convention(c) () -> Void]]

    // Contexts, text and modules
    let contextCreate: @Sendable @convention(c) () -> Reference?
    let contextDispose: @Sendable @convention(c) (Reference?) -> Void
    let contextSetDiagnosticHandler:
        @Sendable @convention(c) (Reference?, DiagnosticHandler?, UnsafeMutableRawPointer?) -> Void
    let diagnosticSeverity: @Sendable @convention(c) (Reference?) -> Int32
    let diagnosticDescription: @Sendable @convention(c) (Reference?) -> Message?
    let createMemoryBuffer: @Sendable @convention(c) (UnsafePointer<CChar>?, Int, UnsafePointer<CChar>?) -> Reference?
    let parseIR:
        @Sendable @convention(c) (
            Reference?, Reference?, UnsafeMutablePointer<Reference?>?, UnsafeMutablePointer<Message?>?
        ) -> Int32
    let verifyModule: @Sendable @convention(c) (Reference?, Int32, UnsafeMutablePointer<Message?>?) -> Int32
    let disposeModule: @Sendable @convention(c) (Reference?) -> Void
    let setTarget: @Sendable @convention(c) (Reference?, UnsafePointer<CChar>?) -> Void
    let setModuleDataLayout: @Sendable @convention(c) (Reference?, Reference?) -> Void

    // Targets
    let targetFromTriple:
        @Sendable @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutablePointer<Reference?>?, UnsafeMutablePointer<Message?>?
        ) -> Int32
    let hostProcessorName: @Sendable @convention(c) () -> Message?
    let hostProcessorFeatures: @Sendable @convention(c) () -> Message?
    let createTargetMachine:
        @Sendable @convention(c) (
            Reference?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Reference?
    let disposeTargetMachine: @Sendable @convention(c) (Reference?) -> Void
    let createTargetDataLayout: @Sendable @convention(c) (Reference?) -> Reference?
    let disposeTargetData: @Sendable @convention(c) (Reference?) -> Void

    // Passes and code
    let createPassBuilderOptions: @Sendable @convention(c) () -> Reference?
    let disposePassBuilderOptions: @Sendable @convention(c) (Reference?) -> Void
    let runPasses: @Sendable @convention(c) (Reference?, UnsafePointer<CChar>?, Reference?, Reference?) -> Reference?
    let errorMessage: @Sendable @convention(c) (Reference?) -> Message?
    let disposeErrorMessage: @Sendable @convention(c) (Message?) -> Void
    let emitToMemoryBuffer:
        @Sendable @convention(c) (
            Reference?, Reference?, Int32, UnsafeMutablePointer<Message?>?, UnsafeMutablePointer<Reference?>?
        ) -> Int32
    let bufferStart: @Sendable @convention(c) (Reference?) -> UnsafePointer<CChar>?
    let bufferSize: @Sendable @convention(c) (Reference?) -> Int
    let disposeMemoryBuffer: @Sendable @convention(c) (Reference?) -> Void

    /// Looks up every function in an open library. Throws `CompilationError.functionMissing`.
    init(in library: UnsafeMutableRawPointer, name: String) throws {
        // The only place that converts an address to a function. The type comes from the stored property to which the
        // result is assigned.
        func find<Function>(_ symbol: String) throws -> Function {
            guard let address = dlsym(library, symbol) else {
                throw CompilationError.functionMissing(library: name, function: symbol)
            }
            return unsafeBitCast(address, to: Function.self)
        }
        getVersion = try find("LLVMGetVersion")
        disposeMessage = try find("LLVMDisposeMessage")
        var initializers: [LLVMTarget: [@Sendable @convention(c) () -> Void]] = [:]
        for target in LLVMTarget.allCases {
            do {
                initializers[target] = try target.initializers.map { try find($0) }
            } catch {
                // A code generator for other targets isn't needed until code for them is wanted.
                if target == Architecture.current?.target { throw error }
            }
        }
        self.initializers = initializers
        contextCreate = try find("LLVMContextCreate")
        contextDispose = try find("LLVMContextDispose")
        contextSetDiagnosticHandler = try find("LLVMContextSetDiagnosticHandler")
        diagnosticSeverity = try find("LLVMGetDiagInfoSeverity")
        diagnosticDescription = try find("LLVMGetDiagInfoDescription")
        createMemoryBuffer = try find("LLVMCreateMemoryBufferWithMemoryRangeCopy")
        parseIR = try find("LLVMParseIRInContext")
        verifyModule = try find("LLVMVerifyModule")
        disposeModule = try find("LLVMDisposeModule")
        setTarget = try find("LLVMSetTarget")
        setModuleDataLayout = try find("LLVMSetModuleDataLayout")
        targetFromTriple = try find("LLVMGetTargetFromTriple")
        hostProcessorName = try find("LLVMGetHostCPUName")
        hostProcessorFeatures = try find("LLVMGetHostCPUFeatures")
        createTargetMachine = try find("LLVMCreateTargetMachine")
        disposeTargetMachine = try find("LLVMDisposeTargetMachine")
        createTargetDataLayout = try find("LLVMCreateTargetDataLayout")
        disposeTargetData = try find("LLVMDisposeTargetData")
        createPassBuilderOptions = try find("LLVMCreatePassBuilderOptions")
        disposePassBuilderOptions = try find("LLVMDisposePassBuilderOptions")
        runPasses = try find("LLVMRunPasses")
        errorMessage = try find("LLVMGetErrorMessage")
        disposeErrorMessage = try find("LLVMDisposeErrorMessage")
        emitToMemoryBuffer = try find("LLVMTargetMachineEmitToMemoryBuffer")
        bufferStart = try find("LLVMGetBufferStart")
        bufferSize = try find("LLVMGetBufferSize")
        disposeMemoryBuffer = try find("LLVMDisposeMemoryBuffer")
    }

    /// Registers the code generator of a target. Returns false if the library has none. Not thread-safe.
    func initialize(_ target: LLVMTarget) -> Bool {
        for initializer in initializers[target, default: []] { initializer() }
        return initializers[target] != nil
    }

    /// Returns the text of a message that LLVM allocated, and frees the message.
    func take(_ message: Message?) -> String {
        guard let message else { return "no message" }
        defer { disposeMessage(message) }
        return String(cString: message)
    }
}
