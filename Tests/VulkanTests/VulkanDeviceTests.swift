import DeviceKernels
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import CVulkan
@testable import Vulkan

@Suite("Devices of Vulkan") struct VulkanDeviceTests {
    @Test("A missing loader is an error with the remedy")
    func missingLibrary() {
        let error = #expect(throws: VulkanError.self) { try VulkanLibrary(name: "libnothing-here.so.1") }
        #expect(error?.description.contains("libnothing-here.so.1") == true)
        #expect(error?.description.contains("apt install libvulkan1") == true)
        #expect(throws: VulkanError.functionMissing("vkGetInstanceProcAddr")) { try VulkanLibrary(name: "libc.so.6") }
    }

    @Test("Failed calls name the function, the code and a remedy")
    func calls() throws {
        for (result, name) in [
            (VK_ERROR_OUT_OF_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY"),
            (VK_ERROR_INCOMPATIBLE_DRIVER, "VK_ERROR_INCOMPATIBLE_DRIVER"), (VK_TIMEOUT, "VK_TIMEOUT"),
            (VK_ERROR_FRAGMENTATION, "VK_ERROR_FRAGMENTATION"), (VkResult(rawValue: -77), "VkResult -77"),
        ] {
            let error = try #require(throws: VulkanError.self) { try check(result, "vkDoSomething") }
            #expect(error.description.hasPrefix("vkDoSomething failed with \(name); "))
            #expect(error.description.count > "vkDoSomething failed with \(name); ".count)
        }
        try check(VK_SUCCESS, "vkDoSomething")
    }

    @Test("Lavapipe is described", .needsVulkan)
    func descriptions() throws {
        let devices = try Lavapipe.instance.get().devices()
        let device = try #require(devices.first { $0.name.contains("llvmpipe") })
        #expect(device.kind == .software && device.isUsable && device.problems.isEmpty)
        #expect(device.driver.contains("Mesa"))
        #expect(device.version.hasPrefix("1."))
        #expect(device.floatControls.hidesOperands)
        #expect(try Lavapipe.device.get().name == "Vulkan on \(device.name)")
    }

    @Test("Devices are chosen by a part of their name", .needsVulkan)
    func choices() throws {
        let devices = try Lavapipe.instance.get().devices()
        #expect(try VulkanDeviceChoice.named("LLVM").device(in: devices).name.contains("llvmpipe"))
        #expect(try VulkanDeviceChoice.first.device(in: devices).name.contains("llvmpipe"))
        let error = try #require(throws: VulkanError.self) {
            try VulkanDeviceChoice.named("Voodoo").device(in: devices)
        }
        #expect(error.description.contains("named 'Voodoo'") && error.description.contains("llvmpipe"))
        let empty = try #require(throws: VulkanError.self) { try VulkanDeviceChoice.first.device(in: []) }
        #expect(empty.description.contains("apt install mesa-vulkan-drivers"))
    }

    @Test("The validation layer reports a wrong call, so that its silence proves something", .needsVulkan)
    func validation() throws {
        let log = VulkanMessageLog()
        let device = try VulkanDevice(
            VulkanInstance(library: VulkanLibrary(), validatingInto: log), .named("llvmpipe"))
        #expect(log.messages.isEmpty)
        // A module whose only function has no end.
        var words: [UInt32] = [0x0723_0203, 0x0001_0500, 0, 8, 0, 2 << 16 | 17, 1]
        words.withUnsafeMutableBufferPointer { words in
            var info = VkShaderModuleCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO
            (info.codeSize, info.pCode) = (4 * words.count, UnsafePointer(words.baseAddress))
            var module: VkShaderModule?
            _ = device.logical.functions.createShaderModule(device.logical.handle, &info, nil, &module)
            device.logical.functions.destroyShaderModule(device.logical.handle, module, nil)
        }
        #expect(!log.messages.isEmpty)
    }

    @Test("Everything is freed, in order", .needsVulkan, arguments: [false, true])
    func freeing(copiesPixels: Bool) throws {
        let log = VulkanMessageLog()
        do {
            let device = try VulkanDevice(
                VulkanInstance(library: VulkanLibrary(), validatingInto: log), .named("llvmpipe"),
                copiesPixels: copiesPixels)
            var comparison = VulkanComparison(
                program: RandomKernel.make(seed: 3), arguments: RandomKernel.arguments(seed: 3),
                images: RandomKernel.images(seed: 3), region: PixelRect(x: 0, y: 0, width: 30, height: 20))
            comparison.device = device
            let tally = try comparison.tally()
            #expect(tally.wrong.isEmpty, "\(tally)")
        }
        // The layer reports objects that outlive their device, and a device that outlives its instance.
        #expect(log.messages.isEmpty, "\(log.messages)")
    }

    @Test("A device that doesn't end a run is never used or closed again", .needsVulkan)
    func abandonedDevices() throws {
        // The validation layer would report that the device isn't closed.
        let instance = try VulkanInstance(library: VulkanLibrary())
        let device = try VulkanDevice(instance, .named("llvmpipe"))
        var comparison = VulkanComparison(
            program: try kernel("kernel vec4 k() { return vec4(1.0); }"),
            region: PixelRect(x: 0, y: 0, width: 9, height: 9))
        comparison.device = device
        let kernel = try comparison.kernel()
        _ = try comparison.tally(kernel)
        device.logical.abandon()
        #expect(!device.logical.mayFree)
        let name = device.description.name
        let lost = DeviceFailure(.lost, device: name, reason: "\(VulkanError.deviceLost(device: name))")
        #expect(throws: lost) { try comparison.tally(kernel) }
        #expect(throws: lost) { try comparison.kernel() }
    }
}
