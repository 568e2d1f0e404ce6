import DeviceKernels
import Foundation
import Pixels
import TestSupport
import Testing

@testable import Vulkan

/// Textures in memory that an application's device exports, and that a device of our own imports.
@Suite("Textures in file descriptors of Vulkan", .needsVulkan) struct FileTextureTests {
    private static let importer = Result { try VulkanDevice(Lavapipe.instance.get(), .named("llvmpipe")) }

    private static func application() throws -> VulkanApplication {
        try VulkanApplication(extensions: ["VK_KHR_external_memory_fd"])
    }

    @Test("Memory of another device is read and written in place", arguments: PixelFormat.forDevices)
    func copies(format: PixelFormat) throws {
        let (application, device) = (try Self.application(), try Self.importer.get())
        let (width, height, stride) = (13, 5, format.pixelStride)
        let (offset, row) = (2 * stride, 15 * stride)
        let bytes = TextureTrial.bytes(offset + height * row, seed: 4)
        let buffer = try ApplicationBuffer(application, bytes: bytes, isExported: true)
        let descriptor = try buffer.exported()
        let texture = try device.texture(
            .fileDescriptor(descriptor, offset: offset, bytesPerRow: row), width: width, height: height, format: format)
        func pixels(_ bytes: [UInt8]) -> [UInt8] {
            (0..<height).flatMap { bytes[(offset + $0 * row)...].prefix(width * stride) }
        }
        #expect(try TextureTrial.read(texture) == pixels(bytes))
        let new = TextureTrial.bytes(width * height * stride, seed: 5)
        let region = PixelRect(x: 3, y: 1, width: 7, height: 3)
        try TextureTrial.write(new, region, to: texture)
        #expect(pixels(buffer.bytes) == TextureTrial.replaced(pixels(bytes), new, region, in: texture))
        // The descriptor stays the application's, and the texture needs it no more.
        let other = try device.texture(
            .fileDescriptor(descriptor, offset: 0, bytesPerRow: row), width: width, height: 1, format: format)
        #expect(close(descriptor) == 0)
        #expect(try TextureTrial.read(other) == Array(bytes.prefix(width * stride)))
        #expect(other.sharesMemory(with: texture) && texture.sharesMemory(with: other))
        Lavapipe.expectNoMessages()
        application.expectNoMessages()
    }

    @Test("Kernels use memory of another device in place")
    func kernels() throws {
        let (application, device) = (try Self.application(), try Self.importer.get())
        let source = try ApplicationBuffer(application, bytes: Array(repeating: 51, count: 4096), isExported: true)
        let target = try ApplicationBuffer(application, bytes: Array(repeating: 0, count: 4096), isExported: true)
        func texture(_ buffer: ApplicationBuffer, _ format: PixelFormat) throws -> any DeviceTexture {
            let descriptor = try buffer.exported()
            defer { close(descriptor) }
            return try device.texture(
                .fileDescriptor(descriptor, offset: 0, bytesPerRow: 64), width: 4, height: 2, format: format)
        }
        let (input, output) = (try texture(source, .RGBA8), try texture(target, .RGBAf))
        #expect(!input.sharesMemory(with: output))
        try TextureTrial.compute(reading: input, into: output, output.bounds)
        let floats = TextureTrial.floats(target.bytes)
        for (index, pixel) in [(0, [0.5, 1.5, 0.1, 0.2]), (16 + 3 * 4, [3.5, 0.5, 0.1, 0.2] as [Float])] {
            #expect(Array(floats[index..<index + 4]) == pixel)
        }
        Lavapipe.expectNoMessages()
    }

    @Test("Descriptors without memory of the device are refused with the remedy")
    func refusals() throws {
        // The driver itself reports failed imports to the log of an instance that has one.
        let device = try VulkanDevice(VulkanInstance(library: VulkanLibrary()), .named("llvmpipe"))
        let application = try Self.application()
        func reason(_ descriptor: Int32, height: Int = 4, offset: Int = 0) throws -> String {
            let failure = try #require(throws: DeviceFailure.self) {
                try device.texture(
                    .fileDescriptor(descriptor, offset: offset, bytesPerRow: 16), width: 4, height: height,
                    format: .RGBA8)
            }
            #expect(failure.kind == .unsupported)
            return failure.reason
        }
        #expect(try reason(-1).contains("file descriptor -1 isn't open"))
        #expect(try reason(-1, height: 0).contains("is empty"))
        let null = open("/dev/null", O_RDWR)
        defer { close(null) }
        #expect(try reason(null).contains("bytes of memory of this device"))
        let buffer = try ApplicationBuffer(application, bytes: Array(repeating: 0, count: 4096), isExported: true)
        let descriptor = try buffer.exported()
        defer { close(descriptor) }
        #expect(try reason(descriptor, height: 1 << 16).contains("ends at byte 1048576 of a file of"))
        #expect(try reason(descriptor, offset: 3).contains("can't begin at byte 3"))
        // A device of an application may lack the extension.
        let adopted = try VulkanDevice(adopting: application.handles)
        let failure = try #require(throws: DeviceFailure.self) {
            try adopted.texture(
                .fileDescriptor(descriptor, offset: 0, bytesPerRow: 16), width: 4, height: 4, format: .RGBA8)
        }
        #expect(failure.kind == .unsupported && failure.reason.contains("import it in the application"))
        // Nothing keeps the descriptors that drivers have got.
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        for _ in 0..<50 { _ = try? reason(null) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 25)
        application.expectNoMessages()
    }

    @Test("A refused descriptor is closed once, whatever other threads open then")
    func refusedOnce() throws {
        let device = try VulkanDevice(VulkanInstance(library: VulkanLibrary()), .named("llvmpipe"))
        let null = open("/dev/null", O_RDWR)
        defer { close(null) }
        let lost = FileNumberRace.filesLost {
            for _ in 0..<5000 {
                #expect(throws: DeviceFailure.self) {
                    try device.texture(
                        .fileDescriptor(null, offset: 0, bytesPerRow: 16), width: 4, height: 4, format: .RGBA8)
                }
            }
        }
        #expect(lost == 0)
    }
}
