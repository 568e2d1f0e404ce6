import DeviceKernels
import Foundation

/// Textures of applications that use Vulkan. Handles are as Swift imports them from Vulkan's headers.
extension CITexture {
    /// Creates a texture of a part of a `VkBuffer`, which kernels read and write where it is.
    ///
    /// - Parameters:
    ///   - buffer: The `VkBuffer`, created with the usages `VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT`,
    ///     `VK_BUFFER_USAGE_TRANSFER_SRC_BIT` and `VK_BUFFER_USAGE_TRANSFER_DST_BIT`, and bound to memory allocated
    ///     with `VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT`. Other queue families than the device's may use it only if it
    ///     is shared by `VK_SHARING_MODE_CONCURRENT`.
    ///   - offset: The first byte of the top row, a multiple of a pixel's size.
    ///   - bytesPerRow: The distance in bytes between the starts of two rows, a multiple of a pixel's size.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - format: `.RGBA8`, `.BGRA8`, `.RGBA16`, `.RGBAh` or `.RGBAf`.
    ///   - device: The device of the buffer, see `CIDevice.init(vulkanInstance:…)`.
    /// - Throws: `CIError.unusableTexture` or `CIError.unsupportedFormat`.
    public convenience init(
        vulkanBuffer buffer: OpaquePointer, offset: Int = 0, bytesPerRow: Int, width: Int, height: Int,
        format: CIFormat, device: CIDevice
    ) throws {
        try self.init(
            .vulkanBuffer(UInt(bitPattern: buffer), offset: offset, bytesPerRow: bytesPerRow), width: width,
            height: height, format: format, device: device)
    }

    /// Creates a texture of a `VkImage`. Kernels can't access its tiles, so that each rendering copies it within the
    /// device's memory.
    ///
    /// - Parameters:
    ///   - image: The `VkImage`: two-dimensional, of one layer, one level and one sample a pixel, with the usages
    ///     `VK_IMAGE_USAGE_TRANSFER_SRC_BIT` and `VK_IMAGE_USAGE_TRANSFER_DST_BIT`.
    ///   - layout: Its `VkImageLayout` before and after renderings.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - format: The format whose bytes the image's `VkFormat` has: `.RGBA8`, `.BGRA8`, `.RGBA16`, `.RGBAh` or
    ///     `.RGBAf`.
    ///   - device: The device of the image, see `CIDevice.init(vulkanInstance:…)`.
    /// - Throws: `CIError.unusableTexture` or `CIError.unsupportedFormat`.
    public convenience init(
        vulkanImage image: OpaquePointer, layout: UInt32, width: Int, height: Int, format: CIFormat, device: CIDevice
    ) throws {
        try self.init(
            .vulkanImage(UInt(bitPattern: image), layout: layout), width: width, height: height, format: format,
            device: device)
    }

    /// Creates a texture of memory that another Vulkan device or process has exported, which kernels read and write
    /// where it is.
    ///
    /// The application waits for its own work before a rendering, since semaphores belong to one device.
    ///
    /// - Parameters:
    ///   - descriptor: A file descriptor of the type `VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT`, exported by the
    ///     same driver from the same physical device. It stays the application's, which may close it afterwards.
    ///   - offset: The first byte of the top row, a multiple of a pixel's size.
    ///   - bytesPerRow: The distance in bytes between the starts of two rows, a multiple of a pixel's size.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - format: `.RGBA8`, `.BGRA8`, `.RGBA16`, `.RGBAh` or `.RGBAf`.
    ///   - device: A device that this process has opened by its name, such as `CIDevice.named("vulkan")`.
    /// - Throws: `CIError.unusableTexture` or `CIError.unsupportedFormat`.
    public convenience init(
        vulkanMemory descriptor: Int32, offset: Int = 0, bytesPerRow: Int, width: Int, height: Int, format: CIFormat,
        device: CIDevice
    ) throws {
        try self.init(
            .fileDescriptor(descriptor, offset: offset, bytesPerRow: bytesPerRow), width: width, height: height,
            format: format, device: device)
    }

    /// Lets the next rendering that reads or writes the texture begin when a timeline semaphore has at least `value`.
    ///
    /// The application's work that writes the pixels signals the semaphore. Without one, that work has ended before the
    /// rendering is begun. A value that doesn't come ends the rendering with an error at its deadline, or after the
    /// device's time limit of a minute; later renderings wait, too, since the pixels aren't ready.
    ///
    /// - Parameters:
    ///   - semaphore: A `VkSemaphore` of the type `VK_SEMAPHORE_TYPE_TIMELINE`.
    ///   - value: The value.
    /// - Throws: `CIError.unusableTexture` unless the texture is a `VkBuffer` or a `VkImage` of the application.
    public func wait(for semaphore: OpaquePointer, value: UInt64) throws {
        try semaphoreTexture.wait(for: UInt(bitPattern: semaphore), value: value)
    }

    /// Lets the next rendering to the texture set a timeline semaphore to `value` when all pixels are written.
    ///
    /// Renderings have ended when they return; this is for work that the application has submitted before that, and for
    /// tasks. If the rendering fails, the semaphore isn't set, and later renderings don't set it either: then the
    /// application sets it itself.
    ///
    /// - Parameters:
    ///   - semaphore: A `VkSemaphore` of the type `VK_SEMAPHORE_TYPE_TIMELINE`.
    ///   - value: The value, larger than the present one.
    /// - Throws: `CIError.unusableTexture` unless the texture is a `VkBuffer` or a `VkImage` of the application.
    public func signal(_ semaphore: OpaquePointer, value: UInt64) throws {
        try semaphoreTexture.signal(UInt(bitPattern: semaphore), value: value)
    }

    private var semaphoreTexture: any SemaphoreTexture {
        get throws(CIError) {
            guard case .device(let texture) = pixels, let texture = texture as? any SemaphoreTexture else {
                throw .unusableTexture(
                    reason:
                        "only a VkBuffer or a VkImage of the application has semaphores; wait for its work otherwise")
            }
            return texture
        }
    }
}
