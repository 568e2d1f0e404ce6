import DeviceKernels
import Pixels
import Testing

@testable import Vulkan

/// Semaphores that never come, and wrong ones.
@Suite("Failing semaphores of textures in Vulkan", .needsVulkan) struct TextureSemaphoreFailureTests {
    @Test("A semaphore that never comes ends in an error at the device's time limit", arguments: [false, true])
    func timeLimit(isImage: Bool) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles, timeLimit: .milliseconds(1100))
        let bytes = TextureTrial.bytes(128, seed: 1)
        let (buffer, image) = (
            try ApplicationBuffer(application, bytes: bytes),
            try ApplicationImage(application, 8, 4, .RGBA8, bytes: bytes)
        )
        let texture = try isImage ? device.texture(in: image) : device.texture(in: buffer)
        let semaphore = try ApplicationSemaphore(application)
        texture.wait(for: semaphore.number, value: 9)
        let name = device.description.name
        let start = ContinuousClock.now
        let failure = DeviceFailure(
            .failed, device: name,
            reason:
                "a semaphore for a texture on the Vulkan device '\(name)' did not reach the value 9 within 1 s; submit "
                + "the work that signals it, or wait for a smaller value")
        #expect(throws: failure) { try texture.beginReading() }
        #expect(ContinuousClock.now - start >= .milliseconds(1100))
        // The texture still waits, and works when the semaphore comes.
        let meter = WorkMeter()
        meter.begin(deadline: .milliseconds(60), steps: nil)
        #expect(throws: WorkMeter.Stopped(reason: .deadline(.milliseconds(60)))) {
            try WorkMeter.$current.withValue(meter) { try texture.beginWriting() }
        }
        let stopped = WorkMeter()
        ApplicationSemaphore.later { stopped.stop(.cancelled) }
        #expect(throws: WorkMeter.Stopped(reason: .cancelled)) {
            try WorkMeter.$current.withValue(stopped) { try texture.beginReading() }
        }
        semaphore.signal(9)
        #expect(try TextureTrial.read(texture) == bytes)
        application.expectNoMessages()
    }

    @Test("Semaphores that are null or have the value already are errors, once")
    func wrongSemaphores() throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let bytes = TextureTrial.bytes(128, seed: 1)
        let buffer = try ApplicationBuffer(application, bytes: bytes)
        let texture = try device.texture(in: buffer)
        texture.wait(for: 0, value: 1)
        let null = try #require(throws: DeviceFailure.self) { try texture.beginReading() }
        #expect(null.kind == .failed && null.reason.contains("semaphore is null"))
        #expect(try TextureTrial.read(texture) == bytes)
        let semaphore = try ApplicationSemaphore(application)
        semaphore.signal(4)
        for (number, text) in [
            (0, "semaphore is null"), (semaphore.number, "has the value 4 already, and can't get 4"),
        ] {
            texture.signal(UInt(number), value: 4)
            let failure = try #require(throws: DeviceFailure.self) {
                try TextureTrial.write(bytes, texture.bounds, to: texture)
            }
            #expect(failure.kind == .failed && failure.reason.contains(text))
            try TextureTrial.write(bytes, texture.bounds, to: texture)
        }
        #expect(semaphore.value == 4)
        application.expectNoMessages()
    }

    @Test("A rendering that was stopped before gets no pixels, and the next one does", arguments: [false, true])
    func stopped(isImage: Bool) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let bytes = TextureTrial.bytes(128, seed: 1)
        let (buffer, image) = (
            try ApplicationBuffer(application, bytes: bytes),
            try ApplicationImage(application, 8, 4, .RGBA8, bytes: bytes)
        )
        let texture = try isImage ? device.texture(in: image) : device.texture(in: buffer)
        let meter = WorkMeter()
        meter.stop(.cancelled)
        for begin in [texture.beginReading, texture.beginWriting] {
            #expect(throws: WorkMeter.Stopped(reason: .cancelled)) {
                try WorkMeter.$current.withValue(meter) { try begin() }
            }
        }
        #expect(try TextureTrial.read(texture) == bytes)
        application.expectNoMessages()
    }
}
