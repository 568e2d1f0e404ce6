import Detection
import JIT
import Sandboxing
import UnitHosting
import UnitProcesses

/// Descriptions of the optional libraries and programs found on this system. Reading a property opens the library.
package enum InstalledParts {
    /// The version of LLVM that compiles kernels, or the reason why kernels are interpreted.
    package static var compiler: String {
        switch LLVMLibrary.shared {
        case .success(let library):
            "LLVM \(library.version) (\(library.name)), vectors of \(TargetProcessor.current.registerLanes) floats"
        case .failure(let error): "none, kernels are interpreted: \(error)"
        }
    }

    /// The path of the library that contains the detectors, or the reason why there are no detectors.
    package static var detectors: String {
        switch DetectionLibrary.shared {
        case .success(let library): library.path
        case .failure(let error): "none: \(error)"
        }
    }

    /// The path of the program that runs executable units and the protections of its process, or the reason why there
    /// is none.
    package static var worker: String {
        do throws(WorkerExecutableError) {
            return "\(try WorkerExecutable.find().path); \(WorkerProtection.available)"
        } catch {
            return "none: \(error)"
        }
    }
}
