import DeviceKernels
import Testing
import Vulkan

extension VulkanDevice {
    /// Returns a texture of 8 × 4 pixels with bytes in a buffer.
    func texture(in buffer: ApplicationBuffer) throws -> any SemaphoreTexture {
        try #require(
            texture(.vulkanBuffer(buffer.number, offset: 0, bytesPerRow: 32), width: 8, height: 4, format: .RGBA8)
                as? any SemaphoreTexture)
    }

    /// Returns a texture of 8 × 4 pixels with bytes in an image.
    func texture(in image: ApplicationImage) throws -> any SemaphoreTexture {
        try #require(
            texture(.vulkanImage(image.number, layout: image.layout.rawValue), width: 8, height: 4, format: .RGBA8)
                as? any SemaphoreTexture)
    }
}
