import CVulkan
import DeviceKernels
import Pixels

extension VulkanDevice {
    /// Returns pixels of an application as a texture.
    ///
    /// What Vulkan doesn't tell is up to the application: usages, the format of an image and its layout, and that no
    /// other family of queues owns the memory during a rendering. The formats `VK_FORMAT_R8G8B8A8_UNORM` and
    /// `VK_FORMAT_R8G8B8A8_SRGB` are both `RGBA8`, since bytes are copied as they are. Memory is owned by the device's
    /// family of queues, or was created with `VK_SHARING_MODE_CONCURRENT`.
    ///
    /// An image needs `VK_IMAGE_USAGE_TRANSFER_SRC_BIT` for reading, `VK_IMAGE_USAGE_TRANSFER_DST_BIT` for writing, and
    /// one sample.
    ///
    /// - Throws: `DeviceFailure`.
    package func texture(
        _ memory: TextureMemory, width: Int, height: Int, format: PixelFormat
    ) throws -> any DeviceTexture {
        try reportingFailures {
            try logical.requireWorking()
            switch memory {
            case .vulkanBuffer(let handle, let offset, let bytesPerRow):
                let shape = try TextureShape(
                    width: width, height: height, format: format, offset: offset, bytesPerRow: bytesPerRow)
                return VulkanBufferTexture(shape, try foreignBuffer(handle, offset, shape), on: self)
            case .vulkanImage(let handle, let layout):
                let shape = try TextureShape(width: width, height: height, format: format)
                return VulkanImageTexture(shape, try foreignImage(handle, layout, shape), on: self)
            case .fileDescriptor(let descriptor, let offset, let bytesPerRow):
                let shape = try TextureShape(
                    width: width, height: height, format: format, offset: offset, bytesPerRow: bytesPerRow)
                return try VulkanFileTexture(shape, SharedFile(descriptor), offset: offset, on: self)
            case .cudaMemory, .cudaArray:
                throw TextureRefusal(
                    "it can't access memory of CUDA; give a VkBuffer or a VkImage, or render on the CUDA device")
            }
        }
    }

    /// Throws if no application can have objects of this device, whose handles would end the driver.
    private func requireApplication(for object: String) throws(TextureRefusal) {
        if logical.isOwned {
            throw TextureRefusal(
                "this library has opened the device, so \(object) of the application is another device's; use the "
                    + "device that the application has opened")
        }
    }

    private func foreignBuffer(
        _ handle: UInt, _ offset: Int, _ shape: TextureShape
    ) throws(TextureRefusal) -> ForeignBuffer {
        try requireApplication(for: "a VkBuffer")
        guard let buffer = VkBuffer(bitPattern: handle) else {
            throw TextureRefusal("the texture's VkBuffer is null; give the handle that Vulkan returned")
        }
        var requirements = VkMemoryRequirements()
        logical.functions.getBufferMemoryRequirements(logical.handle, buffer, &requirements)
        guard UInt64(offset + shape.byteCount) <= requirements.size else {
            throw TextureRefusal(
                "the texture ends at byte \(offset + shape.byteCount) of a VkBuffer of \(requirements.size) bytes; "
                    + "make the buffer larger")
        }
        let address = MemoryBlock.address(of: buffer, on: logical)
        guard address != 0, (address + UInt64(offset)) % UInt64(shape.format.deviceAlignment) == 0 else {
            throw TextureRefusal(
                "the texture's VkBuffer has no address for pixels in the format \(shape.format.name); bind it to "
                    + "memory, and create it with VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT")
        }
        return ForeignBuffer(buffer, at: address, offset: offset, byteCount: shape.byteCount, of: logical)
    }

    private func foreignImage(
        _ handle: UInt, _ layout: UInt32, _ shape: TextureShape
    ) throws(TextureRefusal) -> ForeignImage {
        try requireApplication(for: "a VkImage")
        guard let image = VkImage(bitPattern: handle) else {
            throw TextureRefusal("the texture's VkImage is null; give the handle that Vulkan returned")
        }
        let limit = description.maximumImageSize
        guard max(shape.width, shape.height) <= limit else {
            throw TextureRefusal("images have at most \(limit) columns and rows; use a VkBuffer, or a smaller texture")
        }
        let layout = VkImageLayout(rawValue: layout)
        guard ForeignImage.layouts.contains(layout) else {
            throw TextureRefusal(
                "a texture can't stay in the VkImageLayout \(layout.rawValue); use an image with defined pixels in a "
                    + "layout for colours, such as VK_IMAGE_LAYOUT_GENERAL")
        }
        var requirements = VkMemoryRequirements()
        logical.functions.getImageMemoryRequirements(logical.handle, image, &requirements)
        guard UInt64(shape.byteCount) <= requirements.size else {
            throw TextureRefusal(
                "a VkImage of \(requirements.size) bytes hasn't \(shape.width) × \(shape.height) pixels in the format "
                    + "\(shape.format.name); give the image's own width, height and format")
        }
        return ForeignImage(image, layout)
    }
}
