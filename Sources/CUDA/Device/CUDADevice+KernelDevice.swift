import DeviceKernels
import ImageGraph
import JIT
import KernelLanguage
import Pixels

extension CUDADevice: KernelDevice {
    /// The name with that of the device, such as `CUDA on NVIDIA H100 80GB HBM3`.
    package var name: String { "CUDA on \(description.name)" }

    /// Results have the interpreter's bits.
    package var exactness: KernelExactness { .equalBits }

    /// True: each work has a stream of its own.
    package var overlapsCopies: Bool { true }

    /// True for `PixelFormat.readByDevices`.
    package func canRead(_ format: PixelFormat) -> Bool { format.isReadByDevices }

    /// True for `PixelFormat.forDevices`.
    package func supports(_ format: PixelFormat) -> Bool { format.isForDevices }

    /// Returns a kernel, which is compiled and loaded if it isn't cached.
    package func kernel(for program: Program, layout: KernelLayout) throws -> any DeviceKernel {
        if program.requiresSandbox { throw DeviceFailure.sandboxRequired(device: description.name) }
        return try reportingFailures {
            try opened.requireWorking()
            return try kernels.kernel(for: program, layout: layout) {
                let text: PTXKernel
                do { text = try code.kernel(program, layout: layout) } catch {
                    throw DeviceFailure(.unsupported, device: description.name, reason: "\(error)")
                }
                return try CUDADeviceKernel(text, on: opened, cubins: cubins)
            }
        }
    }

    /// Returns memory that nothing else uses.
    package func memory(byteCount: Int) throws -> any DeviceMemory {
        try reportingFailures { try pool.memory(byteCount: byteCount) }
    }

    /// Does everything on one stream, and waits for it. Runs are divided into launches of at most
    /// `Limits.pixelsOfLaunch` pixels.
    package func perform(_ work: DeviceWork) throws {
        try reportingFailures {
            let work = try CUDAWork(work, on: self)
            if work.isEmpty { return }
            try pool.duringWork {
                try opened.withContext { try opened.withStream { stream in try work.perform(on: stream) } }
            }
        }
    }

    /// Calls `body`. The driver's errors are thrown as `DeviceFailure`.
    func reportingFailures<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as CUDAError {
            throw DeviceFailure(error.failureKind, device: description.name, reason: "\(error)")
        }
    }
}
