import CVulkan
import DeviceKernels
import Foundation
import Pixels
import Testing

@testable import Vulkan

/// Turns of applications and renderings with timeline semaphores.
@Suite("Semaphores of textures in Vulkan", .needsVulkan) struct TextureSemaphoreTests {
    @Test("A reading begins when a thread of the application signals")
    func lateThreads() throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let (old, new) = (TextureTrial.bytes(128, seed: 1), TextureTrial.bytes(128, seed: 2))
        let buffer = try ApplicationBuffer(application, bytes: old)
        let texture = try device.texture(in: buffer)
        do {
            let semaphore = try ApplicationSemaphore(application)
            texture.wait(for: semaphore.number, value: 3)
            ApplicationSemaphore.later {
                buffer.bytes = new
                semaphore.signal(5)
            }
            #expect(try TextureTrial.read(texture) == new)
            #expect(semaphore.value == 5)
        }
        // Only once: the semaphore doesn't exist any more.
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
        let texture = try isImage ? device.texture(in: image) : device.texture(in: target)
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
        let texture = try isImage ? device.texture(in: image) : device.texture(in: buffer)
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

    @Test("Two threads take turns with an application")
    func threads() async throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for thread in 0..<2 {
                let buffer = try ApplicationBuffer(application, bytes: TextureTrial.bytes(128, seed: 1))
                let (theirs, ours) = (try ApplicationSemaphore(application), try ApplicationSemaphore(application))
                let texture = try device.texture(in: buffer)
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
