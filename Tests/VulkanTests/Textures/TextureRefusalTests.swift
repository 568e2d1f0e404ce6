import CVulkan
import DeviceKernels
import KernelTestSupport
import Pixels
import Testing

@testable import Vulkan

/// What can't be a texture, and the remedies.
@Suite("Refused textures in Vulkan", .needsVulkan) struct TextureRefusalTests {
    @Test("Buffers that can't be textures are refused")
    func buffers() throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let buffer = try ApplicationBuffer(application, bytes: Array(repeating: 0, count: 1024))
        func reason(
            _ width: Int = 4, _ height: Int = 4, _ format: PixelFormat = .RGBA8, offset: Int = 0, row: Int = 16,
            handle: UInt? = nil
        ) throws -> String {
            let failure = try #require(throws: DeviceFailure.self) {
                try device.texture(
                    .vulkanBuffer(handle ?? buffer.number, offset: offset, bytesPerRow: row), width: width,
                    height: height, format: format)
            }
            #expect(failure.kind == .unsupported && failure.device == device.description.name)
            return failure.reason
        }
        #expect(try reason(0, 4) == "a texture of 0 × 4 pixels is empty; give it at least one column and row")
        #expect(try reason(4, -1).contains("4 × -1 pixels is empty"))
        #expect(try reason(4, 4, .ARGB8).contains("use one of RGBA8, RGBA16, RGBAh, RGBAf, BGRA8"))
        #expect(
            try reason(row: 12)
                == "rows of 4 pixels in the format RGBA8 can't be 12 bytes apart; make it a multiple of 4 bytes, and "
                + "at least 16")
        #expect(try reason(row: 18).contains("can't be 18 bytes apart"))
        #expect(try reason(row: -16).contains("can't be -16 bytes apart"))
        #expect(try reason(4, 4, .RGBAf, row: 72).contains("a multiple of 16 bytes, and at least 64"))
        #expect(try reason(offset: 2).contains("can't begin at byte 2 of their memory; make it a multiple of 4"))
        #expect(try reason(offset: -4).contains("can't begin at byte -4"))
        #expect(try reason(offset: 1024).contains("ends at byte 1088 of a VkBuffer of 1024 bytes"))
        #expect(try reason(4, 65).contains("ends at byte 1040 of a VkBuffer"))
        #expect(try reason(handle: 0).contains("VkBuffer is null"))
        let large = "the texture has more bytes than any memory; make it smaller"
        #expect(try reason(.max, 1) == large)
        #expect(try reason(4, .max) == large)
        #expect(try reason(offset: .max - 3) == large)
        #expect(try reason(4, 2, row: .max - 3) == large)
        // The last row may end with the buffer.
        _ = try device.texture(
            .vulkanBuffer(buffer.number, offset: 16, bytesPerRow: 20), width: 4, height: 50, format: .RGBA8)
        for memory in [
            TextureMemory.cudaMemory(4096, bytesPerRow: 16, stream: 0), .cudaArray(4096, stream: 0),
            .fileDescriptor(1, offset: 0, bytesPerRow: 16),
        ] {
            let failure = try #require(throws: DeviceFailure.self) {
                try device.texture(memory, width: 4, height: 4, format: .RGBA8)
            }
            #expect(failure.kind == .unsupported && failure.reason.contains("; "))
        }
        let texture = try device.texture(
            .vulkanBuffer(buffer.number, offset: 0, bytesPerRow: 16), width: 4, height: 4, format: .RGBA8)
        let stranger = try DeviceImage(bounds: texture.bounds, format: .RGBA8, on: device)
        #expect(throws: DeviceKernelError.wrongDevice(what: "the memory of a texture's pixels")) {
            try texture.endWriting(stranger, texture.bounds)
        }
        application.expectNoMessages()
    }

    @Test("Images that can't be textures are refused")
    func images() throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles, memoryLimit: 1 << 20)
        let image = try ApplicationImage(
            application, 16, 16, .RGBA8, bytes: Array(repeating: 0, count: 1024))
        func reason(
            _ width: Int = 16, _ height: Int = 16, _ format: PixelFormat = .RGBA8,
            layout: VkImageLayout = VK_IMAGE_LAYOUT_GENERAL, handle: UInt? = nil
        ) throws -> String {
            let failure = try #require(throws: DeviceFailure.self) {
                try device.texture(
                    .vulkanImage(handle ?? image.number, layout: layout.rawValue), width: width, height: height,
                    format: format)
            }
            #expect(failure.kind == .unsupported)
            return failure.reason
        }
        #expect(try reason(0, 16).contains("is empty"))
        #expect(try reason(16, 16, .planarRGBf).contains("use one of"))
        #expect(try reason(handle: 0).contains("VkImage is null"))
        #expect(try reason(1 << 20, 1).contains("use a VkBuffer, or a smaller texture"))
        #expect(try reason(512, 512).contains("hasn't 512 × 512 pixels in the format RGBA8"))
        for layout in [
            VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_PREINITIALIZED,
            VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, VkImageLayout(rawValue: 77),
        ] {
            #expect(
                try reason(layout: layout)
                    == "a texture can't stay in the VkImageLayout \(layout.rawValue); use an image with defined pixels "
                    + "in a layout for colours, such as VK_IMAGE_LAYOUT_GENERAL")
        }
        // Memory for the copy is used up.
        let texture = try device.texture(
            .vulkanImage(image.number, layout: image.layout.rawValue), width: 16, height: 16, format: .RGBA8)
        let rest = try device.memory(byteCount: 1 << 20)
        for begin in [texture.beginReading, texture.beginWriting] {
            let failure = try #require(throws: DeviceFailure.self) { try begin() }
            #expect(failure.kind == .outOfMemory)
        }
        withExtendedLifetime(rest) {}
        let other = try VulkanDevice(adopting: application.handles)
        let stranger = try DeviceImage(bounds: texture.bounds, format: .RGBA8, on: other)
        #expect(throws: DeviceKernelError.wrongDevice(what: "the memory of a texture's pixels")) {
            try texture.endWriting(stranger, texture.bounds)
        }
        application.expectNoMessages()
    }
}
