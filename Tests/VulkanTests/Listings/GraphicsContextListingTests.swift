import CVulkan
import CoreImage
import Foundation
import TestSupport
import Testing

/// The listings on contexts of a graphics processor: 1-2 and 1-4 of the Core Image Programming Guide, 1-7 and 1-8 of
/// its newer edition, and the slide on drawing to the screen from one of Apple's talks.
///
/// An application that has its own Vulkan device plays the role of those with a Metal device or an OpenGL context, and
/// its image the role of the drawable.
@Suite("Listings: contexts and textures of a graphics processor")
struct GraphicsContextListingTests {
    private static let (width, height) = (48, 36)
    private static let colorSpace = CGColorSpaceCreateDeviceRGB()

    /// The bytes of a picture, from the top row down.
    private static let picture: [UInt8] = {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes += [UInt8(x * 5), UInt8(y * 7), UInt8((x * 11 ^ y * 13) & 255), 255] }
        }
        return bytes
    }()

    /// The same picture in memory, for the CPU.
    private static var bitmap: CIImage {
        CIImage(
            bitmapData: Data(picture), bytesPerRow: 4 * width, size: CGSize(width: width, height: height),
            format: .RGBA8, colorSpace: colorSpace)
    }

    /// The pixels of an image as the CPU computes them, from the top row down.
    private static func expected(
        _ image: CIImage, space: CGColorSpace? = colorSpace, _ options: [CIContextOption: Any] = [:]
    ) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)
        let context = CIContext(options: options.merging([.useSoftwareRenderer: true]) { $1 })
        try bytes.withUnsafeMutableBytes { memory in
            try context.renderBitmap(
                image, to: try #require(memory.baseAddress), rowBytes: 4 * width,
                bounds: CGRect(x: 0, y: 0, width: width, height: height), format: .RGBA8, colorSpace: space)
        }
        return bytes
    }

    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
        one.count == other.count ? zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0 : .max
    }

    private static func device(of application: VulkanApplication) throws -> CIDevice {
        try CIDevice(
            vulkanInstance: application.instance, physicalDevice: application.physicalDevice,
            device: application.device, queueFamily: 0, queue: application.queue)
    }

    private static func texture(_ image: ApplicationImage, _ device: CIDevice) throws -> CITexture {
        try CITexture(
            vulkanImage: image.handle, layout: image.layout.rawValue, width: width, height: height, format: .RGBA8,
            device: device)
    }

    /// The view controller of the newer listings.
    private final class ViewController {
        let application: VulkanApplication
        let device: CIDevice
        let sourceTexture: CITexture
        let context: CIContext
        let filter = CIFilter(name: "CIGaussianBlur")!
        let colorSpace = CGColorSpaceCreateDeviceRGB()
        private let source: ApplicationBuffer

        /// 1-7.
        init(_ application: VulkanApplication) throws {
            self.application = application
            device = try GraphicsContextListingTests.device(of: application)
            source = try ApplicationBuffer(application, bytes: GraphicsContextListingTests.picture)
            sourceTexture = try CITexture(
                vulkanBuffer: source.handle, bytesPerRow: 4 * width, width: width, height: height, format: .RGBA8,
                device: device)
            context = CIContext(device: device)
        }

        /// 1-8. The drawable's semaphore stands for the command buffer.
        func draw(in currentDrawable: CITexture, _ semaphore: ApplicationSemaphore, frame: UInt64) throws {
            let inputImage = CIImage(texture: sourceTexture)
            filter.setValue(inputImage, forKey: kCIInputImageKey)
            filter.setValue(20.0, forKey: kCIInputRadiusKey)
            try currentDrawable.wait(for: semaphore.handle, value: 2 * frame + 1)
            try currentDrawable.signal(semaphore.handle, value: 2 * frame + 2)
            context.render(
                filter.outputImage!, to: currentDrawable, bounds: inputImage.extent, colorSpace: colorSpace)
        }
    }

    @Test("1-7 and 1-8: frames are blurred from a texture into a drawable", .needsVulkan)
    func drawing() throws {
        let application = try VulkanApplication()
        try {
            let controller = try ViewController(application)
            #expect(controller.context.workingDevice == controller.device)
            #expect(controller.device == (try Self.device(of: application)))
            #expect(controller.device.selection.isEmpty)
            let semaphore = try ApplicationSemaphore(application)
            let image = try ApplicationImage(
                application, Self.width, Self.height, .RGBA8, bytes: Self.picture.map { ~$0 })
            let drawable = try Self.texture(image, controller.device)
            for frame in UInt64(0)..<2 {
                // The application acquires the drawable a little later.
                ApplicationSemaphore.later { semaphore.signal(2 * frame + 1) }
                try controller.draw(in: drawable, semaphore, frame: frame)
                #expect(semaphore.value == 2 * frame + 2)
                let filter = try #require(CIFilter(name: "CIGaussianBlur"))
                filter.setValue(Self.bitmap, forKey: kCIInputImageKey)
                filter.setValue(20.0, forKey: kCIInputRadiusKey)
                let expected = try Self.expected(try #require(filter.outputImage))
                #expect(Self.difference(try image.bytes(), expected) <= 1)
            }
        }()
        application.expectNoMessages()
    }

    @Test("1-2: a context for real time, without colour management", .needsVulkan)
    func realTime() throws {
        let application = try VulkanApplication()
        try {
            let device = try Self.device(of: application)
            let myContext = CIContext(device: device, options: [.workingColorSpace: NSNull()])
            #expect(myContext.workingColorSpace == nil)
            let image = try ApplicationImage(application, Self.width, Self.height, .RGBA8, bytes: Self.picture)
            let texture = try Self.texture(image, device)
            // The recipe reads the texture that it is rendered into.
            let inverted = CIImage(texture: texture).applyingFilter("CIColorInvert")
            myContext.render(inverted, to: texture, bounds: inverted.extent, colorSpace: nil)
            let expected = try Self.expected(
                Self.bitmap.applyingFilter("CIColorInvert"), space: nil, [.workingColorSpace: NSNull()])
            #expect(Self.difference(try image.bytes(), expected) <= 1)
            // Inverted bytes of opaque pixels are their complements.
            #expect(
                Self.difference(
                    expected, Self.picture.enumerated().map { $0.offset % 4 == 3 ? 255 : ~$0.element }) <= 1)
        }()
        application.expectNoMessages()
    }

    @Test("1-4: a context of what the application draws with", .needsVulkan)
    func applicationsContext() throws {
        let application = try VulkanApplication()
        try {
            let device = try Self.device(of: application)
            let myCIContext = CIContext(device: device, options: nil)
            #expect(myCIContext.workingDevice == device)
            let found = try RenderedBytes(Self.bitmap.applyingFilter("CIPhotoEffectNoir"), myCIContext)
            #expect(
                Self.difference(
                    found.bytes, try Self.expected(Self.bitmap.applyingFilter("CIPhotoEffectNoir"))) <= 1)
        }()
        application.expectNoMessages()
    }

    @Test("The talk's slide: update the screen with the filter's output", .needsVulkan)
    func updatingTheScreen() throws {
        let application = try VulkanApplication()
        try {
            let device = try Self.device(of: application)
            let screen = try ApplicationBuffer(
                application, bytes: [UInt8](repeating: 0, count: 4 * Self.width * Self.height))
            let renderbuffer = try CITexture(
                vulkanBuffer: screen.handle, bytesPerRow: 4 * Self.width, width: Self.width, height: Self.height,
                format: .RGBA8, device: device)
            let context = CIContext(device: device)
            let filter = try #require(
                CIFilter(name: "CISepiaTone", parameters: [kCIInputImageKey: Self.bitmap, kCIInputIntensityKey: 0.8]))
            func updateScreen() throws {
                let image = try #require(filter.outputImage)
                let task = try context.startTask(
                    toRender: image, from: image.extent, to: CIRenderDestination(texture: renderbuffer), at: .zero)
                _ = try task.waitUntilCompleted()
            }
            try updateScreen()
            #expect(Self.difference(screen.bytes, try Self.expected(try #require(filter.outputImage))) <= 1)
        }()
        application.expectNoMessages()
    }

    @Test("memory of another device is a texture, too", .needsVulkan)
    func exportedMemory() throws {
        let application = try VulkanApplication(extensions: ["VK_KHR_external_memory_fd"])
        try {
            let device = try CIDevice.named("vulkan:llvmpipe")
            let buffer = try ApplicationBuffer(application, bytes: Self.picture, isExported: true)
            let descriptor = try buffer.exported()
            let texture = try CITexture(
                vulkanMemory: descriptor, bytesPerRow: 4 * Self.width, width: Self.width, height: Self.height,
                format: .RGBA8, device: device)
            close(descriptor)
            let context = CIContext(device: device)
            let inverted = CIImage(texture: texture).applyingFilter("CIColorInvert")
            context.render(inverted, to: texture, bounds: .infinite, colorSpace: Self.colorSpace)
            let expected = try Self.expected(Self.bitmap.applyingFilter("CIColorInvert"))
            #expect(Self.difference(buffer.bytes, expected) <= 1)
        }()
        application.expectNoMessages()
    }

    @Test("devices that can't be used say why", .needsVulkan) func refused() throws {
        let application = try VulkanApplication()
        let error = #expect(throws: CIError.self) {
            try CIDevice(
                vulkanInstance: application.instance, physicalDevice: application.physicalDevice,
                device: application.device, queueFamily: 7, queue: application.queue)
        }
        #expect("\(try #require(error))".contains("family"))
        try {
            let device = try Self.device(of: application)
            let texture = try CITexture(width: 4, height: 4, format: .RGBA8, device: device)
            let semaphore = try ApplicationSemaphore(application)
            // Memory that this process allocates has no semaphores of the application.
            #expect(throws: CIError.self) { try texture.wait(for: semaphore.handle, value: 1) }
            let cuda = #expect(throws: CIError.self) {
                try CITexture(cudaMemory: 4096, bytesPerRow: 16, width: 4, height: 4, format: .RGBA8, device: device)
            }
            #expect("\(try #require(cuda))".contains("CUDA"))
        }()
        application.expectNoMessages()
    }

    /// The pixels of an image as a context computes them, from the top row down.
    private struct RenderedBytes {
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)

        init(_ image: CIImage, _ context: CIContext) throws {
            try bytes.withUnsafeMutableBytes { memory in
                try context.renderBitmap(
                    image, to: try #require(memory.baseAddress), rowBytes: 4 * width,
                    bounds: CGRect(x: 0, y: 0, width: width, height: height), format: .RGBA8, colorSpace: colorSpace)
            }
        }
    }
}
