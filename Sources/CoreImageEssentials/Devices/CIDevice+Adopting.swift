import DeviceKernels
import Foundation

/// Devices that the application has opened. It keeps them open until everything that uses them is released: contexts,
/// textures and images.
extension CIDevice {
    /// Uses a Vulkan device of the application, which needs version 1.2 and the features `bufferDeviceAddress`,
    /// `shaderInt64` and `shaderFloat64`, and `timelineSemaphore` for semaphores of textures. They can't be queried, so
    /// the application must have enabled them.
    ///
    /// Renderings submit their work to `queue`. Vulkan forbids that two threads use a queue at the same time, so give
    /// renderings a queue of their own, or submit nothing to it while one is under way.
    ///
    /// - Parameters:
    ///   - instance: The `VkInstance`.
    ///   - physicalDevice: The `VkPhysicalDevice`.
    ///   - device: The `VkDevice`.
    ///   - queueFamily: The family of the queue, with `VK_QUEUE_COMPUTE_BIT`.
    ///   - queue: The `VkQueue`.
    ///   - getInstanceProcAddr: The application's `vkGetInstanceProcAddr`, or nil for that of `libvulkan.so.1`.
    /// - Throws: `CIError.unusableDevice`.
    public init(
        vulkanInstance instance: OpaquePointer, physicalDevice: OpaquePointer, device: OpaquePointer,
        queueFamily: UInt32, queue: OpaquePointer, getInstanceProcAddr: UnsafeRawPointer? = nil
    ) throws {
        try self.init(
            adopting: .vulkan(
                VulkanHandles(
                    instance: UInt(bitPattern: instance), physicalDevice: UInt(bitPattern: physicalDevice),
                    device: UInt(bitPattern: device), queueFamily: queueFamily, queue: UInt(bitPattern: queue),
                    getInstanceProcAddr: getInstanceProcAddr.map { UInt(bitPattern: $0) })))
    }

    /// Uses a CUDA context of the application.
    ///
    /// - Parameter context: The `CUcontext`, of a device of compute capability 7.0 or later. It needn't be current.
    /// - Throws: `CIError.unusableDevice`.
    public init(cudaContext context: OpaquePointer) throws {
        try self.init(adopting: .cuda(context: UInt(bitPattern: context)))
    }

    private init(adopting device: ForeignDevice) throws {
        do { self.init(try LinkedParts.shared.device(adopting: device)) } catch {
            throw CIError.unusableDevice(selection: "a device of the application", reason: "\(error)")
        }
    }

    /// Returns the processor that a value of `CIContextOption.device` selects. For `auto` it is the CPU if there is no
    /// graphics processor.
    ///
    /// - Parameter text: The value, such as `vulkan` or `cuda:0`.
    /// - Throws: `CIError.malformedOption` or `CIError.unusableDevice`.
    public static func named(_ text: String) throws -> CIDevice {
        do {
            return try DeviceVariable.device(named: text, for: "CIDevice.named").map { CIDevice($0) } ?? .cpu
        } catch let error as CIError {
            throw error
        } catch {
            throw CIError.unusableDevice(selection: text, reason: "\(error)")
        }
    }
}
