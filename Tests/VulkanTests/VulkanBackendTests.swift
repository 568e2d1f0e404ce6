import DeviceKernels
import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import CVulkan
@testable import Vulkan

@Suite("The Vulkan backend", .needsVulkan) struct VulkanBackendTests {
    private static let budget = 100_000
    private static let region = PixelRect(x: -3, y: 1, width: 40, height: 11)
    private static let raster = SamplingCases.image(
        PixelRect(x: 0, y: 0, width: 31, height: 12), seed: 8, special: false)

    private static func backend(
        _ device: VulkanDevice? = nil, budget: Int = budget, log: ReportLog = ReportLog()
    ) throws -> VulkanBackend {
        VulkanBackend(
            device: try device ?? Lavapipe.device.get(), fallback: InterpreterBackend(stepBudget: budget),
            stepBudget: budget, report: { log.add($0) })
    }

    private static func newDevice(memoryLimit: Int? = nil) throws -> VulkanDevice {
        try VulkanDevice(Lavapipe.instance.get(), .named("llvmpipe"), memoryLimit: memoryLimit)
    }

    private static func run(_ kernel: any PreparedKernel, _ region: PixelRect = region) throws -> Raster {
        let output = Raster(bounds: region)
        try kernel.run(
            arguments: KernelArguments(components: [[], [0.1]]),
            images: [SamplerBinding(raster: raster, extent: raster.bounds.cgRect)], region: region, output: output)
        return output
    }

    private static func expectSamePixels(_ kernel: any PreparedKernel, _ program: Program) throws {
        let (a, b) = (try run(kernel), try run(InterpreterBackend(stepBudget: budget).prepare(program)))
        for index in 0..<region.area {
            for channel in 0..<4 {
                #expect(VulkanKernel.exactness.allows(a.pixels[index][channel], for: b.pixels[index][channel]))
            }
        }
    }

    @Test("Kernels run on the device that the name states, and are prepared once")
    func prepares() throws {
        let log = ReportLog()
        let backend = try Self.backend(log: log)
        #expect(backend.name.hasPrefix("Vulkan on llvmpipe") && backend.compiles)
        let program = try kernel(SamplingCases.points)
        let prepared = try #require(try backend.prepare(program) as? RescuedKernel)
        #expect(try backend.prepare(program) as? RescuedKernel === prepared)
        try Self.expectSamePixels(prepared, program)
        #expect(log.lines.isEmpty)
    }

    @Test("Kernels that require the sandbox are interpreted")
    func sandbox() throws {
        var program = try kernel(SamplingCases.points)
        let backend = try Self.backend()
        #expect(try backend.prepare(program) is RescuedKernel)
        program.requiresSandbox = true
        let prepared = try backend.prepare(program)
        #expect(!(prepared is RescuedKernel))
        try Self.expectSamePixels(prepared, program)
    }

    @Test("Kernels for which no module can be written run on the other backend, with a reason")
    func refusedPrograms() throws {
        let log = ReportLog()
        let backend = try Self.backend(log: log)
        let lines = String(repeating: "v = v * 1.0001 + f;\n", count: 5000)
        let program = try kernel(
            "kernel vec4 k(__sample s, float f) { float v = s.r;\n\(lines)return vec4(v); }")
        for _ in 0..<2 { try Self.expectSamePixels(backend.prepare(program), program) }
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains("kernel 'k' runs on interpreter: the kernel has") == true)
    }

    @Test("Regions that don't fit the device's memory run on the other backend, with a reason")
    func memory() throws {
        let log = ReportLog()
        let program = try kernel(SamplingCases.points)
        let prepared = try Self.backend(Self.newDevice(memoryLimit: 4096), log: log).prepare(program)
        #expect(prepared is RescuedKernel)
        try Self.expectSamePixels(prepared, program)
        #expect(log.lines.count == 1 && log.lines[0].contains("render it in parts"))
    }

    @Test("Kernels run on the other backend after the device has failed")
    func lostDevice() throws {
        let log = ReportLog()
        let device = try Self.newDevice()
        let backend = try Self.backend(device, log: log)
        let program = try kernel(SamplingCases.points)
        let prepared = try backend.prepare(program)
        try Self.expectSamePixels(prepared, program)
        #expect(log.lines.isEmpty)
        #expect(throws: VulkanError.deviceLost(device: device.description.name)) {
            try device.logical.check(VK_ERROR_DEVICE_LOST, "vkQueueSubmit")
        }
        try Self.expectSamePixels(prepared, program)
        // Kernels that are prepared later, too.
        let other = try kernel(SamplingCases.points.replacing("0.31", with: "0.3"))
        try Self.expectSamePixels(backend.prepare(other), other)
        #expect(log.lines.count == 2 && log.lines.allSatisfy { $0.contains("stopped working") })
    }

    @Test("A kernel's own errors are errors")
    func kernelErrors() throws {
        let log = ReportLog()
        let program = try kernel(
            "kernel vec4 k(__sample s, float f) { float x = f; while (x < 2.0) { x = x * 0.5; } return vec4(x); }")
        let prepared = try Self.backend(budget: 1000, log: log).prepare(program)
        #expect(throws: KernelRunError.stepBudgetExceeded(kernel: "k", file: "<kernel>", x: -3, y: 1, budget: 1000)) {
            try Self.run(prepared, PixelRect(x: -3, y: 1, width: 1, height: 1))
        }
        #expect(log.lines.isEmpty)
    }
}
