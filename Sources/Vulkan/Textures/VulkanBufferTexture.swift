import DeviceKernels
import Pixels

/// A texture in an application's buffer, which kernels read and write in place. Thread-safe.
final class VulkanBufferTexture: VulkanSemaphoreTexture {
    private let vulkan: VulkanDevice
    private let memory: ForeignBuffer
    private let image: DeviceImage
    let semaphores: TextureSemaphores

    init(_ shape: TextureShape, _ memory: ForeignBuffer, on device: VulkanDevice) {
        (vulkan, self.memory) = (device, memory)
        image = shape.image(in: memory)
        semaphores = TextureSemaphores(device)
    }

    var device: any KernelDevice { vulkan }
    var width: Int { image.pixels.bounds.width }
    var height: Int { image.pixels.bounds.height }
    var format: PixelFormat { image.pixels.format }

    func beginReading() throws -> DeviceImage {
        try vulkan.reportingFailures {
            try vulkan.logical.requireWorking()
            try semaphores.begin()
        }
        return image
    }

    func beginWriting() throws -> DeviceImage { try beginReading() }

    /// Signals only: the pixels are where they belong.
    func endWriting(_ image: DeviceImage, _ region: PixelRect) throws {
        try vulkan.reportingFailures {
            try vulkan.logical.requireWorking()
            guard image.memory === memory else {
                throw DeviceKernelError.wrongDevice(what: "the memory of a texture's pixels")
            }
            try semaphores.end()
        }
    }

    func sharesMemory(with other: any DeviceTexture) -> Bool {
        guard let other = other as? VulkanBufferTexture else { return false }
        return other.memory.device.handle == memory.device.handle && other.memory.overlaps(memory)
    }
}
