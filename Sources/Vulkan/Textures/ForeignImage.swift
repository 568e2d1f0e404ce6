import CVulkan
import DeviceKernels

/// An application's image, which the application keeps. Thread-safe.
struct ForeignImage: @unchecked Sendable {
    let handle: VkImage
    /// The layout that the image has between renderings.
    let layout: VkImageLayout

    init(_ handle: VkImage, _ layout: VkImageLayout) { (self.handle, self.layout) = (handle, layout) }

    /// The layouts with defined colours. No image can be brought back to others.
    static let layouts: [VkImageLayout] = [
        VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
        VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
        VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL, VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL,
    ]

    /// The layout of the image while it is copied from or to. The general one is good for everything.
    func layout(forCopies layout: VkImageLayout) -> VkImageLayout {
        self.layout == VK_IMAGE_LAYOUT_GENERAL ? self.layout : layout
    }
}
