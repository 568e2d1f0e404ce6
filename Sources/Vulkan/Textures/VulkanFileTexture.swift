import CVulkan
import DeviceKernels
import Pixels

/// A texture in memory that another device or process shares, which kernels read and write in place. Thread-safe.
///
/// The application waits for its own work before a rendering, since semaphores belong to one device.
final class VulkanFileTexture: DeviceTexture {
    private let vulkan: VulkanDevice
    private let file: SharedFile
    private let memory: ImportedBuffer
    private let image: DeviceImage

    /// Imports the memory.
    init(_ shape: TextureShape, _ file: SharedFile, offset: Int, on device: VulkanDevice) throws {
        guard device.logical.importsFiles else {
            throw TextureRefusal(
                "it can't import memory from file descriptors; import it in the application, and give the VkBuffer")
        }
        let end = offset + shape.byteCount
        if let byteCount = file.byteCount, end > byteCount {
            throw TextureRefusal("the texture ends at byte \(end) of a file of \(byteCount) bytes; make it smaller")
        }
        memory = try ImportedBuffer(file, offset: offset, byteCount: shape.byteCount, on: device.logical)
        (vulkan, self.file) = (device, file)
        image = shape.image(in: memory)
    }

    var device: any KernelDevice { vulkan }
    var width: Int { image.pixels.bounds.width }
    var height: Int { image.pixels.bounds.height }
    var format: PixelFormat { image.pixels.format }

    func beginReading() throws -> DeviceImage {
        try vulkan.reportingFailures {
            try vulkan.logical.requireWorking()
            try vulkan.execute { $0.acquire(memory.buffer) }
            return image
        }
    }

    func beginWriting() throws -> DeviceImage { try beginReading() }

    func endWriting(_ image: DeviceImage, _ region: PixelRect) throws {
        try vulkan.reportingFailures {
            try vulkan.logical.requireWorking()
            guard image.memory === memory else {
                throw DeviceKernelError.wrongDevice(what: "the memory of a texture's pixels")
            }
            try vulkan.execute { $0.release(memory.buffer) }
        }
    }

    func sharesMemory(with other: any DeviceTexture) -> Bool {
        guard let other = other as? VulkanFileTexture, other.file.isSame(as: file) else { return false }
        return other.memory.offset < memory.offset + memory.byteCount
            && memory.offset < other.memory.offset + other.memory.byteCount
    }
}
