import DeviceKernels
import Foundation
import ImageGraph
import KernelTestSupport
import Pixels
import Testing

@testable import Vulkan

/// Textures in buffers of an application, against the bytes that the application sees.
@Suite("Textures in buffers of Vulkan", .needsVulkan) struct BufferTextureTests {
    /// Sizes, and the bytes before the pixels and between rows, in pixels.
    private static let shapes = [(1, 1, 0, 0), (5, 3, 2, 3), (16, 1, 1, 0), (1, 7, 0, 1), (37, 11, 5, 2)]

    @Test("Bytes are read and written in place, and those around them stay", arguments: PixelFormat.forDevices)
    func copies(format: PixelFormat) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        for (width, height, before, between) in Self.shapes {
            let stride = format.pixelStride
            let (offset, bytesPerRow) = (before * stride, (width + between) * stride)
            let bytes = TextureTrial.bytes(offset + height * bytesPerRow + 32, seed: UInt64(width))
            let buffer = try ApplicationBuffer(application, bytes: bytes)
            let texture = try device.texture(
                .vulkanBuffer(buffer.number, offset: offset, bytesPerRow: bytesPerRow), width: width, height: height,
                format: format)
            #expect(texture.width == width && texture.height == height && texture.format == format)
            func pixels(_ bytes: [UInt8]) -> [UInt8] {
                (0..<height).flatMap { bytes[(offset + $0 * bytesPerRow)...].prefix(width * stride) }
            }
            #expect(try TextureTrial.read(texture) == pixels(bytes))
            let new = TextureTrial.bytes(width * height * stride, seed: 7)
            let region = PixelRect(x: width / 3, y: height / 2, width: width - width / 3, height: height - height / 2)
            try TextureTrial.write(new, region, to: texture)
            let now = buffer.bytes
            #expect(pixels(now) == TextureTrial.replaced(pixels(bytes), new, region, in: texture))
            let isPixel = (0..<bytes.count).map { index in
                index >= offset && index < offset + height * bytesPerRow
                    && (index - offset) % bytesPerRow < width * stride
            }
            #expect(bytes.indices.allSatisfy { isPixel[$0] || now[$0] == bytes[$0] })
        }
        application.expectNoMessages()
    }

    /// The top row is the first one in memory, and has the largest y.
    @Test("Kernels read and write buffers in place, from the top row down", arguments: [false, true])
    func kernels(copiesPixels: Bool) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles, copiesPixels: copiesPixels)
        let (width, height, row) = (7, 5, 8 * 16)
        let source = try ApplicationBuffer(application, bytes: [9, 9, 9, 9] + Array(0..<UInt8(7 * 5 * 4)))
        let target = try ApplicationBuffer(application, bytes: Array(repeating: 0xff, count: 48 + height * row))
        let region = PixelRect(x: 1, y: 2, width: 4, height: 3)
        try TextureTrial.compute(
            reading: device.texture(
                .vulkanBuffer(source.number, offset: 4, bytesPerRow: 4 * width), width: width, height: height,
                format: .BGRA8),
            into: device.texture(
                .vulkanBuffer(target.number, offset: 48, bytesPerRow: row), width: width, height: height,
                format: .RGBAf),
            region)
        let floats = TextureTrial.floats(Array(target.bytes.dropFirst(48)))
        #expect(target.bytes.prefix(48).allSatisfy { $0 == 0xff })
        for line in 0..<height {
            for x in 0...width {
                let pixel = Array(floats[(line * 8 + x) * 4..<(line * 8 + x + 1) * 4])
                let y = height - 1 - line
                if region.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
                    let byte = 4 * (line * width + x)
                    #expect(
                        pixel == [
                            Float(x) + 0.5, Float(y) + 0.5, Float(byte + 2) / 255 * 0.5, Float(byte + 3) / 255,
                        ])
                } else {
                    #expect(pixel.allSatisfy { $0.isNaN })
                }
            }
        }
        #expect(source.bytes == [9, 9, 9, 9] + Array(0..<UInt8(7 * 5 * 4)))
        application.expectNoMessages()
    }

    @Test("Later copies of one work replace earlier ones, also by way of two textures of a buffer")
    func overlaps() throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let buffer = try ApplicationBuffer(application, bytes: Array(repeating: 0, count: 64 * 64 * 4))
        func texture(_ offset: Int, _ height: Int) throws -> any DeviceTexture {
            try device.texture(
                .vulkanBuffer(buffer.number, offset: offset, bytesPerRow: 256), width: 64, height: height,
                format: .RGBA8)
        }
        let (whole, lower, upper) = (try texture(0, 64), try texture(256 * 32, 32), try texture(0, 32))
        #expect(whole.sharesMemory(with: lower) && lower.sharesMemory(with: whole))
        #expect(whole.sharesMemory(with: whole) && whole.sharesMemory(with: upper))
        #expect(!upper.sharesMemory(with: lower))
        var work = DeviceWork()
        func upload(_ texture: any DeviceTexture, _ value: Float) throws {
            let raster = Raster(bounds: texture.bounds)
            raster.fill(texture.bounds, with: SIMD4(repeating: value))
            work.uploads.append(
                DeviceWork.Copy(
                    .stored(raster, as: .RGBA8, isTopDown: false), try texture.beginWriting(), texture.bounds))
        }
        try upload(whole, 1)
        try upload(lower, 0.2)
        try device.perform(work)
        #expect(buffer.bytes == Array(repeating: 255, count: 256 * 32) + Array(repeating: 51, count: 256 * 32))
        application.expectNoMessages()
    }

    @Test("Textures keep their device, and devices outlive textures")
    func lifetimes() throws {
        let log: VulkanMessageLog
        do {
            let application = try VulkanApplication()
            log = application.log
            let bytes = TextureTrial.bytes(64, seed: 3)
            let buffer = try ApplicationBuffer(application, bytes: bytes)
            var device: VulkanDevice? = try VulkanDevice(adopting: application.handles)
            var textures: [any DeviceTexture] = []
            for _ in 0..<2 {
                textures.append(
                    try #require(device).texture(
                        .vulkanBuffer(buffer.number, offset: 0, bytesPerRow: 16), width: 4, height: 4, format: .BGRA8))
            }
            textures.removeLast()
            device = nil
            #expect(try TextureTrial.read(textures[0]) == bytes)
            textures = []
            let again = try VulkanDevice(adopting: application.handles)
            #expect(try again.memory(byteCount: 1).byteCount > 0)
        }
        #expect(log.messages.isEmpty, "\(log.messages.prefix(3))")
    }
}
