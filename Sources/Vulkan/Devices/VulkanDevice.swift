import DeviceKernels
import Foundation
import Synchronization

/// A device that runs kernels. Thread-safe.
package final class VulkanDevice: Sendable {
    let logical: LogicalDevice
    let pipelines: PipelineCache
    let kernels = KernelCache<VulkanDeviceKernel>(capacity: 256)
    /// Memory for pixels.
    let pixelMemory: MemoryPool
    /// Memory that the processor and the device access. The same pool if the device has no other.
    let sharedMemory: MemoryPool
    /// Whether kernels run on memory that the processor accesses, so that nothing is copied by the device.
    let usesSharedMemory: Bool
    /// Time after which a work is stopped.
    let timeLimit: Duration
    private let idleRecorders = Mutex<[CommandRecorder]>([])

    /// Maximum number of unused recorders that are kept.
    private static let recorderLimit = 16

    /// Opens a device.
    ///
    /// - Parameters:
    ///   - choice: Which device.
    ///   - memoryLimit: Maximum size of allocations of each type of memory, in bytes. By default, three quarters of the
    ///     type's heap.
    ///   - copiesPixels: Whether pixels are copied to the device's own memory even if it is that of the processor.
    ///     Tests need it.
    ///   - timeLimit: Time after which a work is stopped. Drivers may compile a kernel in its first run.
    package convenience init(
        _ instance: VulkanInstance, _ choice: VulkanDeviceChoice = .first, memoryLimit: Int? = nil,
        copiesPixels: Bool = false, timeLimit: Duration = .seconds(60)
    ) throws(VulkanError) {
        let description = try choice.device(in: instance.devices())
        try self.init(
            LogicalDevice(instance, description), memoryLimit: memoryLimit, copiesPixels: copiesPixels,
            timeLimit: timeLimit)
    }

    /// Uses a device that an application has opened. The application closes it when everything that uses it is
    /// released: this object, its kernels, memory and textures.
    ///
    /// Vulkan doesn't tell which features are enabled. The application must have enabled `bufferDeviceAddress`,
    /// `shaderInt64` and `shaderFloat64` when it created the device, and `timelineSemaphore` for semaphores of
    /// textures. Kernels are undefined behaviour otherwise.
    ///
    /// - Throws: `VulkanError.notAdoptable` for handles that are null, a queue that doesn't compute, and a device that
    ///   lacks what kernels need, among others.
    package convenience init(
        adopting handles: VulkanHandles, memoryLimit: Int? = nil, copiesPixels: Bool = false,
        timeLimit: Duration = .seconds(60)
    ) throws(VulkanError) {
        try self.init(
            LogicalDevice(adopting: handles), memoryLimit: memoryLimit, copiesPixels: copiesPixels,
            timeLimit: timeLimit)
    }

    private init(
        _ logical: LogicalDevice, memoryLimit: Int?, copiesPixels: Bool, timeLimit: Duration
    ) throws(VulkanError) {
        let types = try MemoryTypes(logical.description, logical.instance.functions)
        self.logical = logical
        pipelines = try PipelineCache(logical)
        self.timeLimit = timeLimit
        func pool(_ memory: (type: UInt32, heap: Int), isMapped: Bool) -> MemoryPool {
            MemoryPool(
                logical, type: memory.type, isMapped: isMapped, limit: memoryLimit ?? memory.heap / 4 * 3)
        }
        sharedMemory = pool(types.shared, isMapped: true)
        usesSharedMemory = types.isShared && !copiesPixels
        pixelMemory = usesSharedMemory ? sharedMemory : pool(types.pixels, isMapped: false)
    }

    /// What the device is.
    package var description: VulkanDeviceDescription { logical.description }

    /// Size of all allocations of the device's memory, in bytes.
    package var allocatedByteCount: Int {
        sharedMemory.byteCount + (usesSharedMemory ? 0 : pixelMemory.byteCount)
    }

    /// Calls `body` with a recorder that no other work uses.
    func withRecorder<Result>(_ body: (CommandRecorder) throws -> Result) throws -> Result {
        try logical.requireWorking()
        let recorder = try idleRecorders.withLock { $0.popLast() } ?? CommandRecorder(logical)
        defer { idleRecorders.withLock { if $0.count < Self.recorderLimit { $0.append(recorder) } } }
        return try body(recorder)
    }
}
