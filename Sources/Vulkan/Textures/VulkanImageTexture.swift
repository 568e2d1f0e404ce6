import DeviceKernels
import Pixels

/// A texture in an application's image, whose pixels are copied on the device. Thread-safe.
final class VulkanImageTexture: VulkanSemaphoreTexture {
    private let vulkan: VulkanDevice
    private let shape: TextureShape
    private let image: ForeignImage
    let semaphores: TextureSemaphores

    init(_ shape: TextureShape, _ image: ForeignImage, on device: VulkanDevice) {
        (self.shape, self.image, vulkan) = (shape, image, device)
        semaphores = TextureSemaphores(device)
    }

    var device: any KernelDevice { vulkan }
    var width: Int { shape.width }
    var height: Int { shape.height }
    var format: PixelFormat { shape.format }

    /// Returns a copy of the pixels, so later changes of the image don't matter.
    func beginReading() throws -> DeviceImage {
        try vulkan.reportingFailures {
            let copy = try newPixels()
            let memory = try copy.bufferMemory
            try semaphores.begin { [image] in $0.copy(image, to: copy, in: memory) }
            return copy
        }
    }

    func beginWriting() throws -> DeviceImage {
        try vulkan.reportingFailures {
            let pixels = try newPixels()
            try semaphores.begin()
            return pixels
        }
    }

    func endWriting(_ pixels: DeviceImage, _ region: PixelRect) throws {
        try vulkan.reportingFailures {
            let memory = try pixels.bufferMemory
            guard memory.device === vulkan.logical else {
                throw DeviceKernelError.wrongDevice(what: "the memory of a texture's pixels")
            }
            guard pixels.pixels.bounds == shape.bounds, pixels.pixels.format == format, pixels.pixels.bytesPerRow < 0
            else { throw DeviceKernelError.wrongCopy(what: "a copy to a texture") }
            let region = region.intersection(shape.bounds)
            // The memory is kept until the copy has ended, whoever may throw.
            try withExtendedLifetime(pixels) {
                if region.isEmpty { return try semaphores.end() }
                try semaphores.end { [image] in $0.copy(region, of: pixels, in: memory, to: image) }
            }
        }
    }

    func sharesMemory(with other: any DeviceTexture) -> Bool {
        guard let other = other as? VulkanImageTexture else { return false }
        return other.vulkan.logical.handle == vulkan.logical.handle && other.image.handle == image.handle
    }

    /// Returns memory for all pixels, whose rows are stored from the top down like those of the image.
    private func newPixels() throws -> DeviceImage {
        try vulkan.logical.requireWorking()
        let image = try DeviceImage(bounds: shape.bounds, format: format, on: vulkan)
        var pixels = image.pixels
        pixels.address += UInt64((height - 1) * pixels.bytesPerRow)
        pixels.bytesPerRow = -pixels.bytesPerRow
        return DeviceImage(image.memory, pixels)
    }
}
