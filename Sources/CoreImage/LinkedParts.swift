import BuiltInFilters
import CoreImageEssentials
import DeviceKernels
import Devices
import Foundation
import ImageGraph
import Interpreter
import JIT
import Rendering
import UnitHosting

/// The built-in filters, the host of image units and the compiler, for the modules below that can't import them.
private final class Parts: SuppliedParts {
    // All contexts share the compiled kernels.
    private let compiling = JITBackend(
        interpreter: InterpreterBackend(), compilation: .tiered, report: logRenderingNote)
    private let compilingInBackground: JITBackend
    private let devices: SharedDevices

    init() {
        compilingInBackground = JITBackend(
            interpreter: InterpreterBackend(), compilation: .background, store: compiling.store,
            report: logRenderingNote)
        devices = SharedDevices(backend: compiling, stepBudget: InterpreterBackend.defaultStepBudget)
    }

    func device(_ selection: DeviceSelection) throws -> DeviceRendering? { try devices.rendering(for: selection) }

    var deviceReports: [DeviceInterfaceReport] { DeviceFinder.reports() }

    func device(adopting device: ForeignDevice) throws -> DeviceRendering { try devices.rendering(adopting: device) }

    func test(_ device: any KernelDevice) -> (passed: Int, failures: [String]) {
        let outcome = DeviceSelfTest(device).run()
        return (outcome.passed, outcome.failures)
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
