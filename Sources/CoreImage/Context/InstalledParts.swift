import JIT
import UnitProcesses

/// What Core Image found on this system besides itself, in words for people. Finding out opens the libraries.
package enum InstalledParts {
    /// The compiler of kernels, or why kernels are interpreted.
    package static var compiler: String {
        switch LLVMLibrary.shared {
        case .success(let library):
            "LLVM \(library.version) (\(library.name)), vectors of \(TargetProcessor.current.lanes) floats"
        case .failure(let error): "none, kernels are interpreted: \(error)"
        }
    }

    /// The library of the detectors' engines, or why there are no detectors.
    package static var detectors: String {
        switch DetectionLibrary.shared {
        case .success(let library): library.path
        case .failure(let error): "none: \(error)"
        }
    }

    /// The program that runs executable units, and what protects this system from it; or why none can run.
    package static var worker: String {
        do throws(WorkerExecutableError) {
            return "\(try WorkerExecutable.find().path); \(WorkerProtection.available)"
        } catch {
            return "none: \(error)"
        }
    }
}
