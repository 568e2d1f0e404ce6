import DeviceKernels
import Foundation
import KernelTestSupport
import Pixels
import Testing

@testable import CVulkan
@testable import Vulkan

@Suite("Devices of applications in Vulkan", .needsVulkan) struct AdoptedDeviceTests {
    private static func expectKernels(on device: VulkanDevice) throws {
        var comparison = VulkanComparison(
            program: RandomKernel.make(seed: 5), arguments: RandomKernel.arguments(seed: 5),
            images: RandomKernel.images(seed: 5), region: PixelRect(x: -3, y: 1, width: 30, height: 20))
        comparison.device = device
        let tally = try comparison.tally()
        #expect(tally.wrong.isEmpty, "\(tally)")
    }

    @Test("Kernels run on an application's device, which stays open", arguments: [false, true], [false, true])
    func kernels(hasLoader: Bool, copiesPixels: Bool) throws {
        var application: VulkanApplication? = try VulkanApplication()
        let log = try #require(application).log
        var handles = try #require(application).handles
        if !hasLoader { handles.getInstanceProcAddr = nil }
        for _ in 0..<2 {
            let device = try VulkanDevice(adopting: handles, copiesPixels: copiesPixels)
            #expect(device.name.contains("llvmpipe"))
            try Self.expectKernels(on: device)
        }
        // The application's device works as before.
        let bytes = TextureTrial.bytes(8 * 4 * 4, seed: 1)
        #expect(try ApplicationImage(#require(application), 8, 4, .RGBA8, bytes: bytes).bytes() == bytes)
        application = nil
        // The layer reports what was closed twice, or outlives its device.
        #expect(log.messages.isEmpty, "\(log.messages.prefix(3))")
    }

    @Test("Works of all kinds are done on an application's device")
    func works() throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        for workCase in WorkCase.allCases { #expect(try workCase.differences(WorkTrial(device)) == []) }
        application.expectNoMessages()
    }

    /// The validation layer reports a queue that two threads use.
    @Test("A device that is adopted twice has one queue")
    func twoAdoptions() async throws {
        let application = try VulkanApplication()
        let devices = try (0..<2).map { _ in try VulkanDevice(adopting: application.handles) }
        #expect(devices[0].logical.queue === devices[1].logical.queue)
        try await withThrowingTaskGroup(of: [String].self) { group in
            for workCase in WorkCase.allCases {
                for device in devices { group.addTask { try workCase.differences(WorkTrial(device)) } }
            }
            for try await differences in group { #expect(differences == []) }
        }
        application.expectNoMessages()
    }

    @Test("Handles that are null are refused by name")
    func nulls() throws {
        let application = try VulkanApplication()
        let paths: [(WritableKeyPath<VulkanHandles, UInt>, String)] = [
            (\.instance, "VkInstance"), (\.physicalDevice, "VkPhysicalDevice"), (\.device, "VkDevice"),
            (\.queue, "VkQueue"),
        ]
        for (path, name) in paths {
            var handles = application.handles
            handles[keyPath: path] = 0
            let error = try #require(throws: VulkanError.self) { try VulkanDevice(adopting: handles) }
            #expect(
                error.description
                    == "the application's Vulkan device can't run kernels: its \(name) is null; give the handle that "
                    + "Vulkan returned")
        }
        var handles = application.handles
        handles.getInstanceProcAddr = 0
        let error = try #require(throws: VulkanError.self) { try VulkanDevice(adopting: handles) }
        #expect(error.description.contains("its vkGetInstanceProcAddr is null"))
        application.expectNoMessages()
    }

    @Test("A family of queues that doesn't compute is refused")
    func queueFamilies() throws {
        let application = try VulkanApplication()
        var handles = application.handles
        handles.queueFamily = 7
        let error = try #require(throws: VulkanError.self) { try VulkanDevice(adopting: handles) }
        #expect(error.description.contains("llvmpipe"))
        #expect(error.description.contains("its queue family 7 lacks VK_QUEUE_COMPUTE_BIT; choose another queue"))
        application.expectNoMessages()
    }

    @Test("A loader without the functions of kernels is refused with the remedy")
    func loaders() throws {
        let application = try VulkanApplication()
        let empty: @convention(c) (VkInstance?, UnsafePointer<CChar>?) -> PFN_vkVoidFunction? = { _, _ in nil }
        var handles = application.handles
        handles.getInstanceProcAddr = unsafeBitCast(empty, to: UInt.self)
        let error = try #require(throws: VulkanError.self) { try VulkanDevice(adopting: handles) }
        #expect(error.description.contains("it has no vkDestroyInstance; create its instance with an apiVersion"))
    }

    @Test("Everything fails on an application's device that is lost")
    func lostDevices() throws {
        let application = try VulkanApplication()
        let device = try VulkanDevice(adopting: application.handles)
        let bytes = Array(repeating: UInt8(1), count: 128)
        let buffer = try ApplicationBuffer(application, bytes: bytes)
        let image = try ApplicationImage(application, 8, 4, .RGBA8, bytes: bytes)
        let textures = [try device.texture(in: buffer), try device.texture(in: image)]
        let pixels = try textures.map { try $0.beginWriting() }
        let name = device.description.name
        #expect(throws: VulkanError.deviceLost(device: name)) {
            try device.logical.check(VK_ERROR_DEVICE_LOST, "vkQueueSubmit")
        }
        let lost = DeviceFailure(.lost, device: name, reason: "\(VulkanError.deviceLost(device: name))")
        for (texture, pixels) in zip(textures, pixels) {
            #expect(throws: lost) { try texture.beginReading() }
            #expect(throws: lost) { try texture.beginWriting() }
            #expect(throws: lost) { try texture.endWriting(pixels, texture.bounds) }
        }
        #expect(throws: lost) { try device.texture(in: buffer) }
        application.expectNoMessages()
    }
}
