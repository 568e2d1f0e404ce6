import CVulkan
import DeviceKernels
import Foundation
import Pixels
import Testing

@testable import Vulkan

/// Turns of applications and renderings with timeline semaphores.
@Suite("Semaphores of textures in Vulkan", .needsVulkan) struct TextureSemaphoreTests {
    private static func buffer(_ buffer: ApplicationBuffer, on device: VulkanDevice) throws -> any SemaphoreTexture {
        try #require(
            device.texture(
                .vulkanBuffer(buffer.number, offset: 0, bytesPerRow: 32), width: 8, height: 4, format: .RGBA8)
                as? any SemaphoreTexture)
    }

    private static func image(_ image: ApplicationImage, on device: VulkanDevice) throws -> any SemaphoreTexture {
        try #require(
            device.texture(
                .vulkanImage(image.number, layout: image.layout.rawValue), width: 8, height: 4, format: .RGBA8)
                as? any SemaphoreTexture)
    }

    @Test("A reading begins when a thread of the application signals")
    func lateThreads() throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let (old, new) = (TextureTrial.bytes(128, seed: 1), TextureTrial.bytes(128, seed: 2))
        let semaphore = try ApplicationSemaphore(application)
        let buffer = try ApplicationBuffer(application, bytes: old)
        let texture = try Self.buffer(buffer, on: device)
        texture.wait(for: semaphore.number, value: 3)
        ApplicationSemaphore.later {
            buffer.bytes = new
            semaphore.signal(5)
        }
        #expect(try TextureTrial.read(texture) == new)
        #expect(semaphore.value == 5)
        // Only once.
        buffer.bytes = old
        #expect(try TextureTrial.read(texture) == old)
        application.expectNoMessages()
    }

    /// The application's work waits itself until a thread signals.
    @Test("A reading begins when the application's submitted work ends", arguments: [false, true])
    func lateSubmissions(isImage: Bool) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let (old, new) = (TextureTrial.bytes(128, seed: 1), TextureTrial.bytes(128, seed: 2))
        let (start, end) = (try ApplicationSemaphore(application), try ApplicationSemaphore(application))
        let (source, target) = (
            try ApplicationBuffer(application, bytes: new), try ApplicationBuffer(application, bytes: old)
        )
        let image = try ApplicationImage(application, 8, 4, .RGBA8, bytes: old)
        let texture = try isImage ? Self.image(image, on: device) : Self.buffer(target, on: device)
        try application.submit(after: (start.handle, 1), signalling: (end.handle, 7), waitsForEnd: false) { commands in
            if isImage {
                image.fill(commands, from: source, VK_IMAGE_LAYOUT_GENERAL)
            } else {
                var piece = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: 128)
                let copy: PFN_vkCmdCopyBuffer = application.function("vkCmdCopyBuffer")
                copy(commands, source.handle, target.handle, 1, &piece)
            }
        }
        texture.wait(for: end.number, value: 6)
        texture.wait(for: end.number, value: 7)
        texture.wait(for: start.number, value: 1)
        ApplicationSemaphore.later { start.signal(1) }
        #expect(try TextureTrial.read(texture) == new)
        try application.finish()
        application.expectNoMessages()
    }

    @Test("The end of a writing lets the application's submitted work begin", arguments: [false, true])
    func signals(isImage: Bool) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let (old, new) = (TextureTrial.bytes(128, seed: 1), TextureTrial.bytes(128, seed: 2))
        let (ready, done) = (try ApplicationSemaphore(application), try ApplicationSemaphore(application))
        let buffer = try ApplicationBuffer(application, bytes: old)
        let image = try ApplicationImage(application, 8, 4, .RGBA8, bytes: old)
        let texture = try isImage ? Self.image(image, on: device) : Self.buffer(buffer, on: device)
        texture.wait(for: ready.number, value: 1)
        texture.signal(done.number, value: 2)
        texture.signal(done.number, value: 4)
        texture.signal(done.number, value: 3)
        ApplicationSemaphore.later { ready.signal(1) }
        let pixels = try texture.beginWriting()
        #expect(ready.value == 1 && done.value == 0)
        try texture.endWriting(pixels, .empty)
        #expect(done.value == 4)
        texture.signal(done.number, value: 5)
        try TextureTrial.write(new, texture.bounds, to: texture)
        #expect(done.value == 5)
        // Nothing is left to signal.
        try TextureTrial.write(new, texture.bounds, to: texture)
        #expect(done.value == 5)
        let target = try ApplicationBuffer(application, bytes: old)
        try application.submit(after: (done.handle, 5)) { commands in
            if !isImage {
                var piece = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: 128)
                let copy: PFN_vkCmdCopyBuffer = application.function("vkCmdCopyBuffer")
                copy(commands, buffer.handle, target.handle, 1, &piece)
            }
        }
        #expect(try isImage ? image.bytes() == new : target.bytes == new)
        application.expectNoMessages()
    }

    @Test("A semaphore that never comes ends in an error at the device's time limit", arguments: [false, true])
    func timeLimit(isImage: Bool) throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles, timeLimit: .milliseconds(1100))
        let bytes = TextureTrial.bytes(128, seed: 1)
        let (buffer, image) = (
            try ApplicationBuffer(application, bytes: bytes),
            try ApplicationImage(application, 8, 4, .RGBA8, bytes: bytes)
        )
        let texture = try isImage ? Self.image(image, on: device) : Self.buffer(buffer, on: device)
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
        let texture = try Self.buffer(buffer, on: device)
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

    @Test("Two threads take turns with an application")
    func threads() async throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for thread in 0..<2 {
                let buffer = try ApplicationBuffer(application, bytes: TextureTrial.bytes(128, seed: 1))
                let (theirs, ours) = (try ApplicationSemaphore(application), try ApplicationSemaphore(application))
                let texture = try Self.buffer(buffer, on: device)
                group.addTask {
                    for turn in UInt64(1)...5 {
                        let (read, written) = (
                            TextureTrial.bytes(128, seed: turn),
                            TextureTrial.bytes(128, seed: turn + UInt64(thread) + 9)
                        )
                        texture.wait(for: theirs.number, value: turn)
                        texture.signal(ours.number, value: turn)
                        ApplicationSemaphore.later {
                            buffer.bytes = read
                            theirs.signal(turn)
                        }
                        guard try TextureTrial.read(texture) == read else { return false }
                        try TextureTrial.write(written, texture.bounds, to: texture)
                        guard ours.value == turn, buffer.bytes == written else { return false }
                    }
                    return true
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
        application.expectNoMessages()
    }
}
