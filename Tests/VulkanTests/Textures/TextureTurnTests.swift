import CVulkan
import CoreImage
import Testing

@Suite("Turns between an application and renderings")
struct TextureTurnTests {
    private let application: VulkanApplication

    init() throws { application = try VulkanApplication() }

    /// What a test uses, which must be released before the application closes its device.
    private struct Turn {
        let buffer: ApplicationBuffer
        let texture: CITexture
        let context: CIContext

        init(_ application: VulkanApplication) throws {
            buffer = try ApplicationBuffer(application, bytes: [UInt8](repeating: 7, count: 8 * 4 * 4))
            let device = try CIDevice(
                vulkanInstance: application.instance, physicalDevice: application.physicalDevice,
                device: application.device, queueFamily: 0, queue: application.queue)
            texture = try CITexture(
                vulkanBuffer: buffer.handle, bytesPerRow: 32, width: 8, height: 4, format: .RGBA8, device: device)
            context = CIContext(device: device, options: [.renderingDeadline: 0.2])
        }
    }

    private func take(_ body: (Turn) throws -> Void) throws {
        try { try body(try Turn(application)) }()
        application.expectNoMessages()
    }

    @Test(
        "a rendering without pixels ends the turn, too", .needsVulkan,
        arguments: [CGRect.null, CGRect(x: 20, y: 0, width: 4, height: 4), CGRect(x: 0.5, y: 0.5, width: 1, height: 1)])
    func nothingToWrite(bounds: CGRect) throws {
        try take { turn in
            let semaphore = try ApplicationSemaphore(application)
            try turn.texture.signal(semaphore.handle, value: 3)
            try turn.context.renderTexture(CIImage(color: .red), to: turn.texture, bounds: bounds, colorSpace: nil)
            #expect(semaphore.value == 3)
        }
    }

    @Test("a rendering that fails sets no semaphore, and later ones don't set it either", .needsVulkan)
    func failure() throws {
        try take { turn in
            let (first, second) = (try ApplicationSemaphore(application), try ApplicationSemaphore(application))
            try turn.texture.wait(for: first.handle, value: 1)
            try turn.texture.signal(second.handle, value: 5)
            func render() throws {
                try turn.context.renderTexture(
                    CIImage(color: .red), to: turn.texture, bounds: .infinite, colorSpace: nil)
            }
            let error = #expect(throws: RenderingError.self) { try render() }
            #expect("\(try #require(error))".contains("wait for the application's work on a texture"))
            #expect(turn.buffer.bytes.allSatisfy { $0 == 7 })
            first.signal(1)
            try render()
            #expect(second.value == 0)
            #expect(turn.buffer.bytes.prefix(4) == [255, 0, 0, 255])
        }
    }

    @Test("a device of the library refuses an application's handles", .needsVulkan) func otherDevice() throws {
        try take { turn in
            let own = try CIDevice.named("vulkan:llvmpipe")
            let error = #expect(throws: CIError.self) {
                try CITexture(
                    vulkanBuffer: turn.buffer.handle, bytesPerRow: 32, width: 8, height: 4, format: .RGBA8,
                    device: own)
            }
            #expect("\(try #require(error))".contains("use the device that the application has opened"))
        }
    }

    @Test("an explanation shows which pixels are a texture's", .needsVulkan) func explanation() throws {
        try take { turn in
            let text = try CIImage(texture: turn.texture)
                .explain(in: CGRect(x: 0, y: 0, width: 8, height: 4), context: turn.context).description
            #expect(text.contains("pixels of a texture"))
        }
    }
}
