import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import CUDA

/// Runs of kernels on a simulated device, against the interpreter.
@Suite(.needsPTX) struct CUDAKernelTests {
    private static let sampling = """
        kernel vec4 k(sampler a, sampler b, float scale) {
            vec2 d = destCoord();
            return sample(a, samplerTransform(a, d * scale)) * 0.5 + sample(b, samplerCoord(b)).bgra;
        }
        """
    private static let region = PixelRect(x: -3, y: 2, width: 41, height: 19)

    /// The images of `sampling`: one with rows from the top down, and a turned one.
    private static let images: [SamplerBinding] = {
        let (first, second) = (
            Pictures.noise(PixelRect(x: -5, y: 0, width: 37, height: 23), seed: 1),
            Pictures.noise(PixelRect(x: 0, y: 0, width: 16, height: 9), seed: 2)
        )
        return [
            SamplerBinding(pixels: Pictures.topDown(first), extent: first.bounds.cgRect, wrap: .clamp),
            SamplerBinding(
                raster: second, extent: second.bounds.cgRect,
                transform: CGAffineTransform(a: 0.7, b: 0.2, c: -0.1, d: 1.3, tx: 0.25, ty: -1.5),
                interpolation: .nearest),
        ]
    }()

    private static var layout: KernelLayout {
        KernelLayout(
            images: images.map { ImageLayout(interpolation: $0.interpolation, wrap: $0.wrap) }, output: .RGBAf)
    }

    private static let arguments: [[Float]] = [[], [], [0.83]]

    /// Runs `sampling`, and returns the result.
    private static func run(_ kernel: CUDAKernel, into output: Raster = Raster(bounds: region)) throws -> Raster {
        try kernel.run(
            arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
        return output
    }

    /// Whatever the number of launches and the allocator, the result is the interpreter's, and everything is released.
    @Test(arguments: [1 << 25, 100, 1], [true, false]) func agrees(pixelsOfLaunch: Int, hasMemoryPools: Bool) throws {
        let kernel = try SimulatedKernel(Self.sampling, layout: Self.layout)
        let expected = try Pictures.interpreted(kernel.code.program, Self.arguments, Self.images, Self.region)
        let simulation = SimulatedDevice()
        simulation.configure { $0.description.hasMemoryPools = hasMemoryPools }
        do {
            let loaded = try kernel.load(
                on: CUDADevice(simulation, limits: CUDADevice.Limits(pixelsOfLaunch: pixelsOfLaunch)), simulation,
                stepBudget: 1000)
            for _ in 0..<3 { #expect(Pictures.bits(try Self.run(loaded)) == Pictures.bits(expected)) }
        }
        let launches = [1 << 25: 1, 100: 10, 1: 19][pixelsOfLaunch, default: 0]
        #expect(simulation.calls.count { $0 == "launch" } == 3 * launches)
        #expect(simulation.calls.count { $0 == "createStream" } == 2, "one to stop work, and one that is reused")
        #expect(simulation.violations == [])
        #expect(simulation.leftovers == [])
    }

    /// A result with rows from the top down, of which a part is computed. Other pixels stay as they were.
    @Test func writesItsRegionOnly() throws {
        let kernel = try SimulatedKernel(Self.sampling, layout: Self.layout)
        let expected = try Pictures.interpreted(kernel.code.program, Self.arguments, Self.images, Self.region)
        let frame = Raster(bounds: Self.region.outset(by: 3))
        frame.fill(frame.bounds, with: SIMD4(repeating: 7))
        let output = Pictures.topDown(frame)
        let simulation = SimulatedDevice()
        try kernel.load(on: CUDADevice(simulation), simulation).run(
            arguments: KernelArguments(components: Self.arguments), images: Self.images, region: Self.region,
            output: output)
        frame.copy(from: expected)
        let result = Raster(bounds: frame.bounds)
        output.unpack(into: result)
        #expect(Pictures.bits(result) == Pictures.bits(frame))
        #expect(simulation.violations == [])
    }

    /// The order of calls. The result is copied after the faults. The memory of images is freed with the device.
    @Test func order() throws {
        let simulation = SimulatedDevice()
        do {
            let kernel = try SimulatedKernel(Self.sampling, layout: Self.layout).load(
                on: CUDADevice(simulation), simulation)
            simulation.configure { $0.polls = 2 }
            _ = try Self.run(kernel)
        }
        #expect(
            simulation.calls == [
                "deviceCount", "describeDevice", "retainPrimaryContext", "push", "createStream", "pop",
                "push", "version", "compile", "loadModule", "function kernel", "pop",
                "push", "allocate", "pop", "push", "allocate", "pop", "push", "allocate", "pop",
                "push", "createStream", "allocate", "copyToDevice", "copyToDevice", "copyToDevice",
                "synchronize", "createEvent", "launch", "record", "isReached", "isReached", "isReached",
                "destroyEvent", "copyFromDevice", "synchronize", "copyFromDevice", "synchronize", "free", "pop",
                "push", "free", "free", "free", "pop", "push", "unload", "pop",
                "push", "destroyStream", "destroyStream", "pop", "releasePrimaryContext",
            ])
    }

    /// Images without readable pixels, and an empty region.
    @Test func nothingToRead() throws {
        let kernel = try SimulatedKernel(
            "kernel vec4 k(sampler s) { return sample(s, samplerCoord(s)) + vec4(0.5); }")
        let simulation = SimulatedDevice()
        let loaded = try kernel.load(on: CUDADevice(simulation), simulation)
        let image = SamplerBinding(raster: Raster(bounds: .empty), extent: .null)
        let output = Raster(bounds: PixelRect(x: 0, y: 0, width: 3, height: 2))
        try loaded.run(
            arguments: KernelArguments(components: [[]]), images: [image], region: output.bounds, output: output)
        #expect(Pictures.bits(output) == Array(repeating: SIMD4(repeating: Float(0.5).bitPattern), count: 6))
        let calls = simulation.calls.count
        try loaded.run(arguments: KernelArguments(components: [[]]), images: [image], region: .empty, output: output)
        #expect(simulation.calls.count == calls)
        #expect(simulation.violations == [])
    }

    /// Calls that don't fit the kernel fail before anything is done, or release what was done.
    @Test func wrongCalls() throws {
        let simulation = SimulatedDevice()
        let kernel = try SimulatedKernel(Self.sampling, layout: Self.layout).load(
            on: CUDADevice(simulation), simulation)
        func run(_ arguments: [[Float]], _ images: [SamplerBinding], _ region: PixelRect = Self.region) throws {
            try kernel.run(
                arguments: KernelArguments(components: arguments), images: images, region: region,
                output: Raster(bounds: Self.region))
        }
        #expect(throws: KernelRunError.self) { try run([[], []], Self.images) }
        #expect(throws: KernelRunError.self) { try run(Self.arguments, [Self.images[0]]) }
        #expect(throws: KernelRunError.self) { try run(Self.arguments, Self.images, Self.region.outset(by: 1)) }
        #expect(throws: DeviceKernelError.wrongImage(kernel: "k", image: 0)) {
            try run(Self.arguments, Self.images.reversed())
        }
        #expect(try Pictures.bits(Self.run(kernel)).count == Self.region.area)
        #expect(simulation.violations == [])
        #expect(simulation.leftovers == ["1 contexts", "1 modules", "2 streams", "3 allocations"])
    }

    @Test(arguments: [1 << 25, 41]) func exceededBudgets(pixelsOfLaunch: Int) throws {
        let text = """
            kernel vec4 k(float n) {
                float sum = 0.0;
                for (int i = 0; i < int(destCoord().y > n ? 5000.0 : 10.0); i++) sum += 1.0;
                return vec4(sum);
            }
            """
        let simulation = SimulatedDevice()
        let kernel = try SimulatedKernel(text).load(
            on: CUDADevice(simulation, limits: CUDADevice.Limits(pixelsOfLaunch: pixelsOfLaunch)), simulation,
            stepBudget: 100)
        let output = Raster(bounds: Self.region)
        func run(_ n: Float) throws {
            try kernel.run(
                arguments: KernelArguments(components: [[n]]), images: [], region: Self.region, output: output)
        }
        #expect(
            throws: KernelRunError.stepBudgetExceeded(kernel: "k", file: "<kernel>", x: -3, y: 7, budget: 100)
        ) { try run(7) }
        try run(100)
        #expect(output[0, 20].x == 10)
        #expect(simulation.violations == [])
        #expect(simulation.leftovers == ["1 contexts", "1 modules", "2 streams", "1 allocations"])
    }
}
