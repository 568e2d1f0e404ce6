import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import CVulkan
@testable import Vulkan

/// Works that fail, are stopped, or come to a device that has failed.
@Suite("Failing works of Vulkan devices", .needsVulkan) struct VulkanFailureTests {
    private static let region = PixelRect(x: 4, y: -2, width: 64, height: 64)
    private static let half = "kernel vec4 half(__sample s) { return s * 0.5; }"
    /// Endless for columns below 100. Lavapipe ends loops after 65,535 iterations, which these pixels take long for.
    private static let endless = """
        kernel vec4 endless() {
            float x = 0.0;
            while (x < 2.0) { x = x * 0.5 + destCoord().x * 0.01; }
            return vec4(x);
        }
        """

    /// Adds three runs, the second of which has a loop without end.
    private static func addRuns(_ trial: inout WorkTrial, budget: Int) throws -> DeviceWork {
        let (a, b) = (try trial.image(region, seed: 1), try trial.image(region, seed: 2))
        try trial.run(half, [[]], reading: [WorkTrial.Input(a)], over: region, into: b)
        trial.download(a, region, to: Raster(bounds: region).view)
        var work = trial.work
        let program = try kernel(endless)
        work.runs.append(
            DeviceRun(
                try trial.device.kernel(for: program, layout: KernelLayout(imageCount: 0)),
                arguments: KernelArguments(components: []), images: [], pixels: [], region: region, output: a.image,
                stepBudget: budget))
        work.runs.append(work.runs[0])
        return work
    }

    @Test("The first run with a fault gives the error, and the device works as before", arguments: [false, true])
    func faults(copiesPixels: Bool) throws {
        let device = try (copiesPixels ? Lavapipe.copyingDevice : Lavapipe.device).get()
        var trial = WorkTrial(device)
        var work = try Self.addRuns(&trial, budget: 50)
        var later = work.runs[1]
        later.region = PixelRect(x: 9, y: 4, width: 1, height: 1)
        work.runs.append(later)
        let error = try #require(throws: KernelRunError.self) { try device.perform(work) }
        guard case .stepBudgetExceeded(kernel: "endless", file: "<kernel>", let x, let y, budget: 50) = error else {
            Issue.record(error)
            return
        }
        #expect((4..<68).contains(x) && (-2..<62).contains(y))
        // Nothing was copied from the device.
        let view = work.downloads[0].view
        #expect((0..<Self.region.area).allSatisfy { view.raster?.pixels[$0] == .zero })
        work.runs = [later]
        #expect(
            throws: KernelRunError.stepBudgetExceeded(kernel: "endless", file: "<kernel>", x: 9, y: 4, budget: 50)
        ) { try device.perform(work) }
        #expect(try WorkCase.chain.differences(WorkTrial(device)) == [])
        Lavapipe.expectNoMessages()
    }

    @Test("A rendering's deadline ends a work in its middle")
    func deadline() throws {
        let device = try Lavapipe.device.get()
        var trial = WorkTrial(device)
        let work = try Self.addRuns(&trial, budget: 1 << 30)
        let meter = WorkMeter()
        meter.begin(deadline: .milliseconds(50), steps: nil)
        #expect(throws: WorkMeter.Stopped(reason: .deadline(.milliseconds(50)))) {
            try WorkMeter.$current.withValue(meter) { try device.perform(work) }
        }
        #expect(try WorkCase.chain.differences(WorkTrial(device)) == [])
    }

    @Test("A rendering that was stopped before copies nothing")
    func stopped() throws {
        let device = try Lavapipe.device.get()
        var trial = WorkTrial(device)
        let image = try trial.image(Self.region, seed: 3)
        let before = SamplingCases.image(Self.region, seed: 3, special: false)
        trial.upload(SamplingCases.image(Self.region, seed: 4, special: false).view, to: image, Self.region)
        let meter = WorkMeter()
        meter.stop(.cancelled)
        let work = trial.work
        #expect(throws: WorkMeter.Stopped(reason: .cancelled)) {
            try WorkMeter.$current.withValue(meter) { try device.perform(work) }
        }
        let after = try trial.pixels(of: image)
        #expect((0..<Self.region.area).allSatisfy { after.pixels[$0] == before.pixels[$0] })
    }

    @Test("A work ends at the device's time limit, with the names of its kernels")
    func timeLimit() throws {
        let device = try VulkanDevice(Lavapipe.instance.get(), .named("llvmpipe"), timeLimit: .milliseconds(50))
        var trial = WorkTrial(device)
        let work = try Self.addRuns(&trial, budget: 1 << 30)
        #expect(throws: VulkanError.runStopped(kernel: "half' and 'endless", seconds: 0)) { try device.perform(work) }
        #expect(try WorkCase.chain.differences(WorkTrial(device)) == [])
    }

    @Test("Memory that is used up is a failure, and is free again when nobody uses it", arguments: [false, true])
    func memory(copiesPixels: Bool) throws {
        let device = try VulkanDevice(
            Lavapipe.instance.get(), .named("llvmpipe"), memoryLimit: 1 << 20, copiesPixels: copiesPixels)
        var memory: [any DeviceMemory] = []
        for _ in 0..<4 { memory.append(try device.memory(byteCount: 200_000)) }
        #expect(Set(memory.map(\.address)).count == 4)
        #expect(memory.allSatisfy { $0.address % 256 == 0 && $0.byteCount >= 200_000 })
        for byteCount in [300_000, 1 << 40, .max] {
            let failure = try #require(throws: DeviceFailure.self) { try device.memory(byteCount: byteCount) }
            #expect(failure.kind == .outOfMemory && failure.device == device.description.name)
            #expect("\(failure)".contains("needs \(byteCount) bytes more"))
        }
        memory.removeLast(2)
        memory.append(try device.memory(byteCount: 300_000))
        #expect(try device.memory(byteCount: 0).byteCount > 0)
        // Also memory for the work itself: 1,120,000 bytes of staging, or a parameter block.
        var trial = WorkTrial(device)
        memory = []
        if copiesPixels {
            let bounds = PixelRect(x: 0, y: 0, width: 100, height: 350)
            let image = try WorkTrial.Image(bounds, on: device)
            for _ in 0..<2 { trial.download(image, bounds, to: image.model.view) }
        } else {
            let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
            let image = try WorkTrial.Image(pixel, on: device)
            try trial.run("kernel vec4 k() { return vec4(1.0); }", over: pixel, into: image)
            memory = [try device.memory(byteCount: (1 << 20) - 256)]
        }
        let failure = try #require(throws: DeviceFailure.self) { try trial.differences() }
        #expect(failure.kind == .outOfMemory)
        #expect(memory.count == (copiesPixels ? 0 : 1))
        Lavapipe.expectNoMessages()
    }

    @Test("Everything fails on a device that is lost")
    func lostDevices() throws {
        let device = try VulkanDevice(Lavapipe.instance.get(), .named("llvmpipe"))
        var trial = WorkTrial(device)
        let work = try Self.addRuns(&trial, budget: 50)
        let name = device.description.name
        #expect(throws: VulkanError.deviceLost(device: name)) {
            try device.logical.check(VK_ERROR_DEVICE_LOST, "vkQueueSubmit")
        }
        let lost = DeviceFailure(.lost, device: name, reason: "\(VulkanError.deviceLost(device: name))")
        #expect("\(lost)".hasPrefix("the Vulkan device '\(name)' stopped working"))
        #expect(throws: lost) { try device.perform(work) }
        #expect(throws: lost) { try device.memory(byteCount: 1) }
        #expect(throws: lost) { try DeviceImage(bounds: Self.region, format: .RGBAf, on: device) }
        #expect(throws: lost) { try device.kernel(for: kernel(Self.half), layout: KernelLayout(imageCount: 1)) }
        Lavapipe.expectNoMessages()
    }

    @Test("A program for which there is no code is a failure with the reason")
    func unsupportedPrograms() throws {
        let device = try Lavapipe.device.get()
        var program = try kernel(Self.half)
        func failure(_ layout: KernelLayout) throws -> DeviceFailure {
            try #require(throws: DeviceFailure.self) { try device.kernel(for: program, layout: layout) }
        }
        let bytes = KernelLayout(images: [ImageLayout(format: .ARGB8)], output: .RGBAf)
        #expect(device.supports(.RGBAf) && !device.supports(.ARGB8))
        #expect(try failure(bytes).kind == .unsupported)
        #expect(try failure(bytes).reason.contains("convert them to RGBAf"))
        program.requiresSandbox = true
        #expect(try failure(KernelLayout(imageCount: 1)).kind == .unsupported)
        let lines = String(repeating: "v = v * 1.0001 + f;\n", count: 5000)
        program = try kernel("kernel vec4 k(__sample s, float f) { float v = s.r;\n\(lines)return vec4(v); }")
        #expect(try failure(KernelLayout(imageCount: 1)).kind == .unsupported)
    }

    @Test("Errors state what they mean for later work")
    func kinds() {
        func kind(_ result: VkResult) -> DeviceFailure.Kind? {
            VulkanError.callFailed(VulkanCallFailure(function: "vkDoSomething", code: Int32(result.rawValue)))
                .failureKind
        }
        #expect(kind(VK_ERROR_OUT_OF_DEVICE_MEMORY) == .outOfMemory && kind(VK_ERROR_TOO_MANY_OBJECTS) == .outOfMemory)
        #expect(kind(VK_ERROR_DEVICE_LOST) == .lost && kind(VK_ERROR_INITIALIZATION_FAILED) == .failed)
        #expect(VulkanError.timedOut(device: "d", seconds: 3).failureKind == .lost)
        #expect(VulkanError.runStopped(kernel: "k", seconds: 3).failureKind == nil)
    }
}
