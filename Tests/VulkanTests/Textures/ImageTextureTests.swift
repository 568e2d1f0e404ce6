import CVulkan
import DeviceKernels
import Foundation
import KernelTestSupport
import Pixels
import Testing

@testable import Vulkan

/// Textures in images of an application, against the bytes that the application sees.
@Suite("Textures in images of Vulkan", .needsVulkan) struct ImageTextureTests {
    private static func texture(
        _ image: ApplicationImage, _ width: Int, _ height: Int, _ format: PixelFormat, on device: VulkanDevice
    ) throws -> any DeviceTexture {
        try device.texture(
            .vulkanImage(image.number, layout: image.layout.rawValue), width: width, height: height, format: format)
    }

    /// The validation layer reports layouts that aren't those that the application states when it uses the image.
    @Test("Images are read and written in all layouts", arguments: PixelFormat.forDevices, [false, true])
    func copies(format: PixelFormat, copiesPixels: Bool) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles, copiesPixels: copiesPixels)
        let layouts = [
            VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
        ]
        for (index, (width, height)) in [(1, 1), (5, 3), (64, 2), (1, 9), (37, 11)].enumerated() {
            let bytes = TextureTrial.bytes(width * height * format.pixelStride, seed: UInt64(index))
            let image = try ApplicationImage(
                application, width, height, format, bytes: bytes, layout: layouts[index])
            let texture = try Self.texture(image, width, height, format, on: device)
            #expect(texture.width == width && texture.height == height && texture.format == format)
            #expect(try TextureTrial.read(texture) == bytes)
            #expect(try image.bytes() == bytes)
            let new = TextureTrial.bytes(bytes.count, seed: 77)
            let region = PixelRect(x: width / 3, y: height / 2, width: width - width / 3, height: height - height / 2)
            try TextureTrial.write(new, region, to: texture)
            let expected = TextureTrial.replaced(bytes, new, region, in: texture)
            #expect(try image.bytes() == expected)
            #expect(try TextureTrial.read(texture) == expected)
            try TextureTrial.write(bytes, texture.bounds, to: texture)
            #expect(try image.bytes() == bytes)
            let pixels = try texture.beginWriting()
            try texture.endWriting(pixels, .empty)
            #expect(try image.bytes() == bytes)
        }
        application.expectNoMessages()
    }

    /// The top row is the first one of an image, and has the largest y.
    @Test("Kernels read and write images, also the same one", arguments: [false, true])
    func kernels(isOneImage: Bool) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let (width, height) = (7, 5)
        var floats = (0..<width * height * 4).map(Float.init)
        let bytes = floats.withUnsafeBytes { Array($0) }
        let image = try ApplicationImage(application, width, height, .RGBAf, bytes: bytes)
        let other = try ApplicationImage(application, width, height, .RGBAf, bytes: bytes)
        let source = try Self.texture(image, width, height, .RGBAf, on: device)
        let target = try Self.texture(isOneImage ? image : other, width, height, .RGBAf, on: device)
        #expect(source.sharesMemory(with: target) == isOneImage && source.sharesMemory(with: source))
        let region = PixelRect(x: 1, y: 2, width: 4, height: 3)
        try TextureTrial.compute(reading: source, into: target, region)
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                let index = ((height - 1 - y) * width + x) * 4
                let alpha = floats[index + 3]
                floats.replaceSubrange(
                    index..<index + 4, with: [Float(x) + 0.5, Float(y) + 0.5, floats[index] * 0.5, alpha])
            }
        }
        #expect(try TextureTrial.floats((isOneImage ? image : other).bytes()) == floats)
        #expect(try isOneImage || image.bytes() == bytes)
        application.expectNoMessages()
    }

    @Test("Two threads read one image and write others")
    func threads() async throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let bytes = TextureTrial.bytes(33 * 9 * 8, seed: 1)
        let layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
        let original = try ApplicationImage(application, 33, 9, .RGBAh, bytes: bytes, layout: layout)
        let shared = try Self.texture(
            original, 33, 9,
            .RGBAh, on: device)
        let images = try (0..<4).map { _ in
            try ApplicationImage(application, 33, 9, .RGBAh, bytes: bytes, layout: layout)
        }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for (index, image) in images.enumerated() {
                let texture = try Self.texture(image, 33, 9, .RGBAh, on: device)
                group.addTask {
                    for turn in 0..<5 {
                        guard try TextureTrial.read(shared) == bytes else { return false }
                        let new = TextureTrial.bytes(bytes.count, seed: UInt64(index + 10 * turn))
                        try TextureTrial.write(new, texture.bounds, to: texture)
                        guard try TextureTrial.read(texture) == new else { return false }
                    }
                    return true
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
        for (index, image) in images.enumerated() {
            #expect(try image.bytes() == TextureTrial.bytes(bytes.count, seed: UInt64(index + 40)))
        }
        application.expectNoMessages()
    }
}
