import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels
import SPIRV

extension VulkanDevice: KernelDevice {
    /// The name with that of the device, such as `Vulkan on llvmpipe (LLVM 15.0.6, 256 bits)`.
    package var name: String { "Vulkan on \(description.name)" }

    /// How closely results follow the definitions of instructions.
    package var exactness: KernelExactness { SPIRVKernel.exactness }

    /// Whether the device has memory of its own, which the processor fills while kernels run.
    package var overlapsCopies: Bool { !usesSharedMemory }

    /// True for `PixelFormat.readByDevices`.
    package func canRead(_ format: PixelFormat) -> Bool { format.isReadByDevices }

    /// True for `PixelFormat.forDevices`.
    package func supports(_ format: PixelFormat) -> Bool { format.isForDevices }

    /// Returns a kernel, which is compiled if it isn't cached.
    package func kernel(for program: Program, layout: KernelLayout) throws -> any DeviceKernel {
        if program.requiresSandbox { throw DeviceFailure.sandboxRequired(device: description.name) }
        return try reportingFailures {
            try logical.requireWorking()
            return try kernels.kernel(for: program, layout: layout) {
                try VulkanDeviceKernel(program, layout: layout, on: logical, cache: pipelines)
            }
        }
    }

    /// Returns memory that nothing else uses.
    package func memory(byteCount: Int) throws -> any DeviceMemory {
        try reportingFailures {
            // What an abandoned device still works on isn't free.
            try logical.requireWorking()
            return try pixelMemory.range(byteCount: byteCount)
        }
    }

    /// Does everything in one submission, and waits for it.
    ///
    /// - Throws: Also `VulkanError.runStopped` after the device's time limit. Another processor would take even longer.
    package func perform(_ work: DeviceWork) throws {
        try reportingFailures {
            try logical.requireWorking()
            try VulkanWork(work, on: self).perform()
        }
    }

    /// Calls `body`. Errors that are the device's are thrown as `DeviceFailure`.
    func reportingFailures<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as VulkanError {
            guard let kind = error.failureKind else { throw error }
            throw DeviceFailure(kind, device: description.name, reason: "\(error)")
        } catch let refusal as TextureRefusal {
            throw DeviceFailure(.unsupported, device: description.name, reason: refusal.reason)
        } catch let error as SPIRVEmissionError {
            throw DeviceFailure(.unsupported, device: description.name, reason: "\(error)")
        }
    }
}
