import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import Vulkan

/// Kernels that would hang, or read and write beside their memory, if they could.
@Suite("Hostile kernels on Vulkan", .needsVulkan) struct VulkanHostileTests {
    private static let endless =
        "kernel vec4 k() { float x = 0.0; while (x < 2.0) { x = x * 0.5 + destCoord().x * 0.01; } return vec4(x); }"

    private static func run(_ kernel: VulkanKernel, _ region: PixelRect) throws {
        try kernel.run(
            arguments: KernelArguments(components: []), images: [], region: region, output: Raster(bounds: region))
    }

    @Test("An endless loop is an error that names a pixel")
    func endlessLoops() throws {
        let region = PixelRect(x: 0, y: 7, width: 200, height: 100)
        let kernel = try VulkanComparison(program: kernel(Self.endless), region: region).kernel(stepBudget: 1000)
        let error = try #require(throws: KernelRunError.self) { try Self.run(kernel, region) }
        guard case .stepBudgetExceeded(kernel: "k", file: "<kernel>", let x, let y, budget: 1000) = error else {
            Issue.record(error)
            return
        }
        // Columns below 100 never reach the limit.
        #expect((0..<100).contains(x) && (7..<107).contains(y))
        // The device works as before.
        let white = VulkanComparison(
            program: try KernelTestSupport.kernel("kernel vec4 k() { return vec4(1.0); }"), region: region)
        try Self.run(white.kernel(), region)
        Lavapipe.expectNoMessages()
    }

    @Test("A loop that would go on for minutes ends at a rendering's deadline")
    func deadline() throws {
        let region = PixelRect(x: 0, y: 0, width: 64, height: 64)
        let kernel = try VulkanComparison(program: kernel(Self.endless), region: region).kernel(stepBudget: 1 << 30)
        let meter = WorkMeter()
        meter.begin(deadline: .milliseconds(50), steps: nil)
        #expect(throws: WorkMeter.Stopped(reason: .deadline(.milliseconds(50)))) {
            try WorkMeter.$current.withValue(meter) { try Self.run(kernel, region) }
        }
    }

    @Test("A run ends at the device's time limit")
    func timeLimit() throws {
        let device = try VulkanDevice(Lavapipe.instance.get(), .named("llvmpipe"), timeLimit: .milliseconds(50))
        let region = PixelRect(x: 0, y: 0, width: 64, height: 64)
        var comparison = VulkanComparison(program: try kernel(Self.endless), region: region)
        comparison.device = device
        let kernel = try comparison.kernel(stepBudget: 1 << 30)
        #expect(throws: VulkanError.runStopped(kernel: "k", seconds: 0)) { try Self.run(kernel, region) }
        try device.logical.requireWorking()
    }

    /// Fills all memory with NaNs. Returns it; it stays allocated, as a device keeps one allocation.
    @discardableResult
    private static func fillMemory(of device: VulkanDevice) throws -> UnsafeMutableRawBufferPointer {
        let memory = try device.sharedMemory.range(byteCount: 1 << 20)
        let bytes = try #require(memory.bytes)
        bytes.initializeMemory(as: UInt8.self, repeating: 0xff)
        return bytes
    }

    /// The memory between and after the pixels of a run has NaNs. A sample that read them would be NaN, and a stray
    /// result would replace them.
    @Test(
        "Samples at the rim read nothing beside the image, and results are written nowhere else",
        arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func rims(interpolation: Interpolation, wrap: WrapMode) throws {
        let device = try VulkanDevice(Lavapipe.instance.get(), .named("llvmpipe"), memoryLimit: 1 << 20)
        let program = try kernel(
            """
            kernel vec4 k(sampler s, __sample h, float a) {
                vec2 d = destCoord();
                vec4 r = sample(s, samplerTransform(s, d)) + sample(s, d * a) + sample(s, vec2(a)) + h;
                return r + sample(s, vec2(a / (d.x - 3.5), d.y / (a - a))) + sample(s, samplerTransform(s, d + vec2(a, -a)));
            }
            """)
        var kernels: [KernelLayout: VulkanKernel] = [:]
        for (width, height) in [(1, 1), (3, 2), (16, 5), (17, 1), (40, 3)] {
            let bounds = PixelRect(x: 2, y: -1, width: width, height: height)
            let raster = SamplingCases.image(bounds, seed: 7, special: false)
            let binding = SamplerBinding(
                raster: raster, extent: bounds.cgRect, interpolation: interpolation, wrap: wrap)
            for a in [0.3, -7, 1e9, -1e30, Float.nan, .infinity] {
                try Self.fillMemory(of: device)
                var comparison = VulkanComparison(
                    program: program, arguments: [[], [], [a]], images: [binding, binding],
                    region: PixelRect(x: -1, y: -3, width: 45, height: 8))
                comparison.device = device
                let kernel = try kernels[comparison.layout] ?? comparison.kernel()
                kernels[comparison.layout] = kernel
                let tally = try comparison.tally(kernel)
                #expect(tally.wrong.isEmpty, "\(bounds), \(a): \(tally)")
            }
        }
    }

    @Test("No result is written beside the region's")
    func strayResults() throws {
        let device = try VulkanDevice(Lavapipe.instance.get(), .named("llvmpipe"), memoryLimit: 1 << 20)
        // One workgroup has 8 × 8 invocations, of which this region needs 3 × 3.
        let region = PixelRect(x: 5, y: 5, width: 3, height: 3)
        var comparison = VulkanComparison(program: try kernel("kernel vec4 k() { return vec4(2.0); }"), region: region)
        comparison.device = device
        let kernel = try comparison.kernel()
        let bytes = try Self.fillMemory(of: device)
        try Self.run(kernel, region)
        // Rows of 3 pixels begin at multiples of 256 bytes. The block of a kernel without images and inputs, which
        // comes after them, has 96 bytes, and the fault word has 4.
        for row in 0..<3 {
            #expect(bytes[256 * row..<256 * row + 48].contains(0xff) == false)
            #expect(bytes[256 * row + 48..<256 * (row + 1)].allSatisfy { $0 == 0xff })
        }
        #expect(bytes[864..<1024].allSatisfy { $0 == 0xff })
        #expect(bytes[1028..<(1 << 20)].allSatisfy { $0 == 0xff })
        withExtendedLifetime(device) {}
    }
}
