import ChildProcesses
import CoreImage
import Foundation
import Sandboxing
import TestSupport
import Testing

@Suite("CITexture")
struct CITextureTests {
    private static let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
    private static let processor = CIContext(options: [.device: "cpu"])

    /// A software device, on which these tests can run everywhere.
    static let device = CIDevice.all.first { $0.name.contains("llvmpipe") && $0.problem == nil }

    /// A picture of a size in all colours, with transparent parts.
    private static func scene(_ width: Int, _ height: Int) -> CIImage {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let alpha = (x + y) % 5 == 0 ? 128 : 255
                let colors = [x * 255 / width, y * 255 / height, (x * 7 ^ y * 3) & 255]
                bytes += colors.map { UInt8($0 * alpha / 255) } + [UInt8(alpha)]
            }
        }
        return CIImage(
            bitmapData: Data(bytes), bytesPerRow: 4 * width, size: CGSize(width: width, height: height),
            format: .RGBA8, colorSpace: sRGB)
    }

    private static func bytes(
        _ image: CIImage, _ rect: CGRect, in context: CIContext, space: CGColorSpace? = sRGB
    ) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(rect.width) * Int(rect.height) * 4)
        try bytes.withUnsafeMutableBytes { memory in
            try context.renderBitmap(
                image, to: try #require(memory.baseAddress), rowBytes: Int(rect.width) * 4, bounds: rect,
                format: .RGBA8, colorSpace: space)
        }
        return bytes
    }

    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
        one.count == other.count ? zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0 : .max
    }

    // MARK: Textures of a device

    @Test("a new texture is transparent", .enabled(if: device != nil, "there is no llvmpipe"))
    func transparent() throws {
        let texture = try CITexture(width: 9, height: 5, format: .RGBA8, device: try #require(Self.device))
        let image = CIImage(texture: texture)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 9, height: 5))
        #expect(image.texture === texture)
        let found = try Self.bytes(image, image.extent, in: CIContext(device: texture.device))
        #expect(found == [UInt8](repeating: 0, count: 180))
    }

    @Test(
        "chains through textures have the processor's pixels", .enabled(if: device != nil, "there is no llvmpipe"),
        arguments: [CIFormat.RGBA8, .BGRA8, .RGBA16, .RGBAh, .RGBAf])
    func chains(format: CIFormat) throws {
        let device = try #require(Self.device)
        let context = CIContext(device: device)
        #expect(context.workingDevice == device)
        let scene = Self.scene(61, 43)
        let (first, second) = (
            try CITexture(width: 61, height: 43, format: format, device: device),
            try CITexture(width: 61, height: 43, format: format, device: device)
        )
        try context.renderTexture(scene, to: first, bounds: scene.extent, colorSpace: Self.sRGB)
        func blurred(_ image: CIImage) -> CIImage {
            image.clampedToExtent().applyingGaussianBlur(sigma: 2).cropped(to: scene.extent)
                .applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 0.7])
        }
        try context.renderTexture(
            blurred(CIImage(texture: first)), to: second, bounds: scene.extent, colorSpace: Self.sRGB)
        let expected = try Self.bytes(blurred(scene), scene.extent, in: Self.processor)
        for reader in [context, Self.processor] {
            let found = try Self.bytes(CIImage(texture: second), scene.extent, in: reader)
            #expect(Self.difference(found, expected) <= 1)
        }
        let explanation = try blurred(CIImage(texture: first)).explain(in: scene.extent, context: context).description
        #expect(!explanation.contains("by the processor"), "\(explanation)")
    }

    @Test("alpha modes are those of bitmaps", .enabled(if: device != nil, "there is no llvmpipe"))
    func alphaModes() throws {
        let device = try #require(Self.device)
        let scene = Self.scene(20, 10)
        for mode in [CIRenderDestinationAlphaMode.none, .premultiplied, .unpremultiplied] {
            let texture = try CITexture(width: 20, height: 10, format: .RGBA8, device: device)
            texture.alphaMode = mode
            let task = try CIContext(device: device).startTask(
                toRender: scene, to: CIRenderDestination(texture: texture))
            _ = try task.waitUntilCompleted()
            // Read as they are stored, whatever they mean.
            texture.alphaMode = .premultiplied
            let stored = try Self.bytes(
                CIImage(texture: texture, options: [.colorSpace: NSNull()]), scene.extent,
                in: CIContext(options: [.workingColorSpace: NSNull(), .device: device]), space: nil)
            var expected = [UInt8](repeating: 0, count: 800)
            try expected.withUnsafeMutableBytes { memory in
                let destination = CIRenderDestination(
                    bitmapData: try #require(memory.baseAddress), width: 20, height: 10, bytesPerRow: 80,
                    format: .RGBA8)
                destination.alphaMode = mode
                _ = try Self.processor.startTask(toRender: scene, to: destination).waitUntilCompleted()
            }
            #expect(Self.difference(stored, expected) <= 1)
            texture.alphaMode = mode
            let shown = try Self.bytes(CIImage(texture: texture), scene.extent, in: CIContext(device: device))
            // Without alpha, colours are shown as they are stored.
            let asMeant = mode == .none ? expected : try Self.bytes(scene, scene.extent, in: Self.processor)
            #expect(Self.difference(shown, asMeant) <= 2)
        }
    }

    @Test("blending reads the present pixels", .enabled(if: device != nil, "there is no llvmpipe"))
    func blending() throws {
        let device = try #require(Self.device)
        let scene = Self.scene(30, 20)
        let context = CIContext(device: device)
        let texture = try CITexture(width: 30, height: 20, format: .RGBAf, device: device)
        context.render(scene, to: texture, bounds: .infinite, colorSpace: Self.sRGB)
        let destination = CIRenderDestination(texture: texture)
        destination.blendKernel = .multiply
        let veil = CIImage(color: CIColor(red: 0.5, green: 0.75, blue: 1, alpha: 0.5)).cropped(
            to: CGRect(x: 4, y: 5, width: 12, height: 9))
        _ = try context.startTask(toRender: veil, to: destination).waitUntilCompleted()
        let blended = try CIBlendKernel.multiply.blending(foreground: veil, background: scene)
        #expect(
            Self.difference(
                try Self.bytes(CIImage(texture: texture), scene.extent, in: context),
                try Self.bytes(blended, scene.extent, in: Self.processor)) <= 1)
    }

    @Test(
        "a destination's alpha mode counts for what is blended with, too",
        .enabled(if: device != nil, "there is no llvmpipe"),
        arguments: [CIRenderDestinationAlphaMode.none, .premultiplied, .unpremultiplied])
    func blendingAlpha(mode: CIRenderDestinationAlphaMode) throws {
        let device = try #require(Self.device)
        let (scene, all) = (Self.scene(20, 10), CGRect(x: 0, y: 0, width: 20, height: 10))
        let unmanaged = CIContext(options: [.workingColorSpace: NSNull(), .device: device])
        var bytes = try Self.bytes(scene, all, in: Self.processor)
        let texture = try CITexture(width: 20, height: 10, format: .RGBA8, device: device)
        try unmanaged.renderTexture(
            CIImage(bitmapData: Data(bytes), bytesPerRow: 80, size: all.size, format: .RGBA8, colorSpace: nil),
            to: texture, bounds: all, colorSpace: nil)
        let veil = CIImage(color: CIColor(red: 0.5, green: 0.75, blue: 1, alpha: 0.5)).cropped(to: all)
        func blend(_ destination: CIRenderDestination, _ context: CIContext) throws {
            (destination.alphaMode, destination.blendKernel) = (mode, .sourceOver)
            _ = try context.startTask(toRender: veil, to: destination).waitUntilCompleted()
        }
        try blend(CIRenderDestination(texture: texture), CIContext(device: device))
        try bytes.withUnsafeMutableBytes { memory in
            try blend(
                CIRenderDestination(
                    bitmapData: try #require(memory.baseAddress), width: 20, height: 10, bytesPerRow: 80,
                    format: .RGBA8), Self.processor)
        }
        let stored = try Self.bytes(
            CIImage(texture: texture, options: [.colorSpace: NSNull()]), all, in: unmanaged, space: nil)
        #expect(Self.difference(stored, bytes) <= 1)
    }

    @Test("only the bounds are written", .enabled(if: device != nil, "there is no llvmpipe"))
    func bounds() throws {
        let device = try #require(Self.device)
        let texture = try CITexture(width: 16, height: 12, format: .RGBA8, device: device)
        let context = CIContext(device: device)
        let all = CGRect(x: 0, y: 0, width: 16, height: 12)
        context.render(CIImage(color: .red), to: texture, bounds: all, colorSpace: Self.sRGB)
        let part = CGRect(x: 3, y: 2, width: 5, height: 4)
        context.render(CIImage(color: .blue), to: texture, bounds: part, colorSpace: Self.sRGB)
        let found = try Self.bytes(CIImage(texture: texture), all, in: context)
        for y in 0..<12 {
            for x in 0..<16 {
                let isInside = part.contains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
                let start = 4 * ((11 - y) * 16 + x)
                #expect(Array(found[start..<start + 4]) == (isInside ? [0, 0, 255, 255] : [255, 0, 0, 255]))
            }
        }
    }

    @Test("what can't be a texture is refused with the reason") func refused() throws {
        func reason(_ make: () throws -> CITexture) -> String {
            do {
                _ = try make()
                return "none"
            } catch { return "\(error)" }
        }
        #expect(
            reason { try CITexture(width: 4, height: 4, format: .RGBA8, device: .cpu) }
                == "The texture can't be used: the CPU has no textures of its own; use CIContext.render(_:toBitmap:…)")
        #expect(reason { try CITexture(width: 0, height: 4, format: .RGBA8, device: .cpu) }.contains("0 × 4 pixels"))
        #expect(
            reason { try CITexture(width: 4, height: 4, format: .R8, device: .cpu) }
                .contains("use .RGBA8, .BGRA8, .RGBA16, .RGBAh, .RGBAf"))
        #expect(throws: CIError.self) { try CIDevice.named("gpu") }
        #expect(throws: CIError.self) { try CIDevice.named("vulkan:no device has this name") }
        if CIDevice.missingInterfaces["CUDA"] != nil {
            let error = #expect(throws: CIError.self) {
                try CIDevice(cudaContext: try #require(OpaquePointer(bitPattern: 4096)))
            }
            #expect("\(try #require(error))".contains("libcuda.so.1"))
        }
        #expect(try CIDevice.named("cpu") == .cpu)
        #expect(CIContext(device: .cpu).workingDevice == .cpu)
    }

    // MARK: Shared memory

    /// Shared memory with a picture of 8-bit pixels: 7 × 5, 8 bytes before the first and 12 between rows.
    private static func shared() throws -> SharedMemory {
        let memory = try SharedMemory(byteCount: 8 + 5 * 40, workersMayWrite: true)
        memory.withUnsafeMutableBytes { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 37 &+ 11) }
            for y in 0..<5 { for x in 0..<7 { bytes[8 + 40 * y + 4 * x + 3] = 255 } }
        }
        return memory
    }

    private static func texture(_ memory: SharedMemory) throws -> CITexture {
        try CITexture(
            fileDescriptor: memory.descriptor.number, offset: 8, bytesPerRow: 40, width: 7, height: 5,
            format: .RGBA8)
    }

    @Test("shared memory is read and written where it is") func sharedMemory() throws {
        var devices = [CIDevice.cpu]
        if let device = Self.device { devices.append(device) }
        for device in devices {
            var memory: SharedMemory? = try Self.shared()
            let texture = try Self.texture(try #require(memory))
            let before = try #require(memory).withUnsafeBytes { Array($0) }
            let context = CIContext(device: device)
            let area = CGRect(x: 0, y: 0, width: 7, height: 5)
            let read = try Self.bytes(CIImage(texture: texture), area, in: context)
            for y in 0..<5 {
                #expect(Array(read[28 * y..<28 * y + 28]) == Array(before[8 + 40 * y..<8 + 40 * y + 28]))
            }
            // The image moves up by a row, within the texture itself; (0, 0) is the lower left pixel.
            let moved = CIImage(texture: texture).transformed(by: CGAffineTransform(translationX: 0, y: 1))
            try context.renderTexture(
                moved, to: texture, bounds: CGRect(x: 0, y: 1, width: 7, height: 4), colorSpace: Self.sRGB)
            let after = try #require(memory).withUnsafeBytes { Array($0) }
            var expected = before
            for y in 0..<4 {
                expected.replaceSubrange(8 + 40 * y..<8 + 40 * y + 28, with: before[48 + 40 * y..<48 + 40 * y + 28])
            }
            #expect(after == expected)
            // The texture keeps the memory.
            memory = nil
            #expect(try Self.bytes(CIImage(texture: texture), area, in: context)[0..<28] == read[28..<56])
        }
    }

    @Test("memory that may only be read is an image, and no destination") func readOnlyMemory() throws {
        let memory = try Self.shared()
        let descriptor = open("/proc/self/fd/\(memory.descriptor.number)", O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let texture = try CITexture(
            fileDescriptor: descriptor, offset: 8, bytesPerRow: 40, width: 7, height: 5, format: .RGBA8)
        let image = CIImage(texture: texture)
        let read = try Self.bytes(image, image.extent, in: Self.processor)
        #expect(memory.withUnsafeBytes { Array($0[8..<36]) } == Array(read[0..<28]))
        let error = #expect(throws: RenderingError.self) {
            try Self.processor.renderTexture(image, to: texture, bounds: image.extent, colorSpace: nil)
        }
        #expect("\(try #require(error))".contains("may be read only"))
    }

    @Test("unusable descriptors are refused with the reason") func refusedDescriptors() throws {
        let memory = try Self.shared()
        let file = try TemporaryFile()
        func reason(
            _ descriptor: Int32? = nil, offset: Int = 8, bytesPerRow: Int = 40, width: Int = 7, height: Int = 5,
            format: CIFormat = .RGBA8
        ) -> String {
            do {
                _ = try CITexture(
                    fileDescriptor: descriptor ?? memory.descriptor.number, offset: offset,
                    bytesPerRow: bytesPerRow, width: width, height: height, format: format)
                return "none"
            } catch { return "\(error)" }
        }
        #expect(reason() == "none")
        #expect(reason(-1).contains("isn't open"))
        #expect(reason(file.descriptor).contains("neither a dma-buf, nor memory of memfd_create"))
        #expect(reason(height: 6).contains("the last pixel ends at byte 236, and the memory has 208 bytes"))
        #expect(reason(bytesPerRow: 27).contains("a multiple of 4 of at least 28"))
        #expect(reason(bytesPerRow: 42).contains("a multiple of 4"))
        #expect(reason(offset: 6).contains("the offset 6"))
        #expect(reason(offset: -8).contains("not negative"))
        #expect(reason(bytesPerRow: .max / 8 * 4, height: 1000).contains("more than memory has"))
        #expect(reason(offset: .max / 16 * 16, bytesPerRow: 1 << 40, height: 1 << 20).contains("more than memory has"))
        #expect(reason(width: -1).contains("-1 × 5 pixels"))
    }

    /// A file on the disk.
    private final class TemporaryFile {
        let descriptor: Int32

        init() throws {
            var name = Array((NSTemporaryDirectory() + "/textureXXXXXX").utf8CString)
            descriptor = mkstemp(&name)
            try #require(descriptor >= 0)
            unlink(name)
            ftruncate(descriptor, 4096)
        }

        deinit { close(descriptor) }
    }
}
