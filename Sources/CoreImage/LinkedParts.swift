import BuiltInFilters
import CoreImageEssentials
import Foundation
import ImageGraph
import Interpreter
import JIT
import UnitHosting

/// The built-in filters, the host of image units and the compiler, for the modules below that can't import them.
private final class Parts: SuppliedParts {
    // All contexts share the compiled kernels.
    private let compiling = JITBackend(interpreter: InterpreterBackend(), report: logRenderingNote)
    private let compilingInBackground: JITBackend

    init() {
        compilingInBackground = JITBackend(
            interpreter: InterpreterBackend(), compilation: .background, store: compiling.store,
            report: logRenderingNote)
    }

    func kernelBackend(compilesInBackground background: Bool) -> any KernelBackend {
        background ? compilingInBackground : compiling
    }

    var builtInFilters: [FilterRegistry.Entry] { FilterCatalog.entries }

    func explanation(ofMissing filter: String) -> CIFilterError? {
        ImageUnitHost.shared.error(forMissingFilter: filter)
    }

    func drawingProgram() throws -> URL { try WorkerExecutable.find() }
}

/// Defines the function that `CLinkedParts` declares.
@_cdecl("coreimage_parts")
func linkedParts() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Parts()).toOpaque() }
