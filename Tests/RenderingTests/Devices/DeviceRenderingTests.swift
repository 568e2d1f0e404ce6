import DeviceKernels
import Foundation
import ImageGraph
import Pixels
import TestSupport
import Testing

@testable import Rendering

@Suite("Passes that a device computes")
struct DeviceRenderingTests {
    private static let region = PixelRect(-5, -4, 11, 9)

    /// Returns a renderer that uses a device, and keeps intermediates as floats, as devices do.
    private static func renderer(
        _ device: SimulatedDevice, use: DeviceRendering.Use = .always, cache: Bool = true,
        intermediates: PixelFormat = .RGBAf, report: @escaping @Sendable (String) -> Void = { _ in }
    ) -> Renderer {
        var configuration = processor(cache: cache, intermediates: intermediates).configuration
        configuration.device = DeviceRendering(device, use: use, stepBudget: 1_000_000)
        configuration.report = report
        return Renderer(configuration: configuration)
    }

    private static func processor(cache: Bool = true, intermediates: PixelFormat = .RGBAf) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: nil, backend: RandomRecipe.backend, tileWidth: 5, tileHeight: 4, threadCount: 2,
            memoryLimit: 1 << 28, cacheIntermediates: cache, intermediateFormat: intermediates)
        configuration.checksRegions = false
        return Renderer(configuration: configuration)
    }

    /// A kernel, whose result two others read, and a sum of both.
    private static func diamond(_ source: any PixelSource = PatternSource(31, 26)) throws -> ImageNode {
        let source = ImageNode.source(source)
        func grade(_ image: ImageNode, _ factor: Float) throws -> ImageNode {
            try .kernel(
                .named("grade", parameters: [.sample, .float]),
                arguments: [.image(SampledImage(image)), .numbers([factor])], extent: image.extent)
        }
        func spread(_ image: ImageNode) throws -> ImageNode {
            try .kernel(
                .named("spread", .general, parameters: [.sampler], samplesFreely: true),
                arguments: [.image(SampledImage(image))], extent: image.extent.insetBy(dx: -3, dy: -2)
            ) { $1.insetBy(dx: -3, dy: -2) }
        }
        let first = try grade(source, 0.75)
        let stored = ImageNode.native(Intermediate(first), extent: first.extent)
        return try .kernel(
            .named("mix", parameters: [.sample, .sample]),
            arguments: [.image(SampledImage(try spread(stored))), .image(SampledImage(try grade(stored, 1.5)))],
            extent: source.extent.insetBy(dx: -3, dy: -2))
    }

    @Test("random recipes have the same bits as on the processor", arguments: [PixelFormat.RGBAf, .RGBAh])
    func randomRecipes(intermediates: PixelFormat) throws {
        var (runs, exactCount) = (0, 0)
        for seed in UInt64(0)..<200 {
            var random = RandomRecipe(seed: seed)
            let node = try random.make(depth: 1 + Int(seed) % 5)
            let expected = try Self.processor(intermediates: intermediates).render(node, region: Self.region)
            let device = SimulatedDevice(RandomRecipe.backend, formats: [.RGBAf, intermediates])
            let renderer = Self.renderer(device, intermediates: intermediates)
            // Sums of blurs are rounded in another order.
            let isExact = !"\(try renderer.explain(node, region: Self.region))".contains("blur")
            // The second time, intermediates of the rendering before are on the device.
            for time in ["first", "second"] {
                let computed = try renderer.render(node, region: Self.region)
                if isExact {
                    #expect(computed.bits == expected.bits, "seed \(seed), \(time) time")
                } else {
                    #expect(computed.greatestDifference(from: expected) < 0x1p-9, "seed \(seed), \(time) time")
                }
            }
            exactCount += isExact ? 1 : 0
            runs += device.runs
            renderer.clearCaches()
            #expect(device.usedBytes == 0, "seed \(seed)")
        }
        #expect(runs > 100)
        #expect(exactCount > 100)
    }

    @Test("a kernel of a crop reads nothing beside it, though another reads it in the same pass") func crops() throws {
        let source = ImageNode.source(PatternSource(31, 26))
        func spread(_ image: ImageNode) throws -> ImageNode {
            try .kernel(
                .named("spread", .general, parameters: [.sampler], samplesFreely: true),
                arguments: [.image(SampledImage(image))], extent: image.extent.insetBy(dx: -3, dy: -2)
            ) { $1.insetBy(dx: -3, dy: -2) }
        }
        let shifted = source.transformed(by: CGAffineTransform(translationX: 2, y: -1))
        for image in [
            source.cropped(to: CGRect(x: 3, y: 4, width: 6, height: 5)),
            shifted.cropped(to: CGRect(x: 3, y: 4, width: 6, height: 1)).cropped(
                to: CGRect(x: 4, y: 0, width: 3, height: 9)),
        ] {
            let node = try ImageNode.kernel(
                .named("mix", parameters: [.sample, .sample]),
                arguments: [.image(SampledImage(try spread(image))), .image(SampledImage(shifted))],
                extent: source.extent)
            let device = SimulatedDevice(RandomRecipe.backend)
            let computed = try Self.renderer(device).render(node, region: PixelRect(0, 0, 20, 20))
            let expected = try Self.processor().render(node, region: PixelRect(0, 0, 20, 20))
            #expect(computed.bits == expected.bits)
            #expect(device.runs > 0)
        }
    }

    @Test("results stay on the device between passes, and between renderings") func residentResults() throws {
        let device = SimulatedDevice(RandomRecipe.backend)
        let node = try Self.diamond()
        let renderer = Self.renderer(device)
        let region = PixelRect(0, 0, 20, 20)
        let control = RenderingControl()
        _ = try renderer.render(node, region: region, control: control)
        #expect(control.statistics.passes.map(\.device) == [device.name, device.name])
        // The first pass reads what the second needs: the region with the margins of one of its readers, and a column
        // and a row more, because that reader may sample between pixels.
        #expect(device.copiedPixels.to == 24 * 23)
        #expect(device.copiedPixels.from == 20 * 20)
        #expect(device.runs == 4)
        _ = try renderer.render(node, region: region)
        // Only the second pass runs again, and reads the first one's result where it is.
        #expect(device.copiedPixels.to == 24 * 23)
        #expect(device.copiedPixels.from == 2 * 20 * 20)
        #expect(device.runs == 7)
    }

    @Test(
        "destinations of other formats and strips have the processor's bytes",
        arguments: [PixelFormat.BGRA8, .RGBA16, .RGBAh, .RGBAf])
    func formats(format: PixelFormat) throws {
        let node = try Self.diamond()
        let region = PixelRect(-7, 3, 25, 19)
        func bytes(_ renderer: Renderer) throws -> [[UInt8]] {
            let size = region.width * region.height * format.bytesPerPixel
            var whole = [UInt8](repeating: 0x55, count: size)
            try whole.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress else { return }
                let view = PixelView(
                    topLeft: base, bounds: region, format: format, bytesPerRow: region.width * format.bytesPerPixel,
                    keeping: nil)
                try renderer.render(node, into: view)
            }
            var strips: [UInt8] = []
            try renderer.renderStrips(of: node, region: region, format: format, stripHeight: 4) { strip, render in
                let row = strip.width * format.bytesPerPixel
                var part = [UInt8](repeating: 0x55, count: row * strip.height)
                try part.withUnsafeMutableBytes { memory in
                    guard let base = memory.baseAddress else { return }
                    try render(
                        PixelView(topLeft: base, bounds: strip, format: format, bytesPerRow: row, keeping: nil))
                }
                strips += part
            }
            return [whole, strips]
        }
        let expected = try bytes(Self.processor())
        #expect(expected[0] == expected[1])
        for formats in [Set([PixelFormat.RGBAf]), [.RGBAf, format]] {
            let device = SimulatedDevice(RandomRecipe.backend, formats: formats)
            #expect(try bytes(Self.renderer(device)) == expected)
            #expect(device.runs > 0)
        }
    }

    @Test("little memory leads to bands, and too little to the processor", arguments: [1 << 20, 40_000, 30_000, 100])
    func littleMemory(limit: Int) throws {
        let node = try Self.diamond()
        let region = PixelRect(-10, -10, 50, 64)
        let expected = try Self.processor().render(node, region: region).bits
        let device = SimulatedDevice(RandomRecipe.backend, memoryLimit: limit)
        let log = ReportLog()
        let renderer = Self.renderer(device) { log.add($0) }
        for _ in 0..<3 { #expect(try renderer.render(node, region: region).bits == expected) }
        #expect((device.runs == 0) == (limit == 100))
        if limit == 100 {
            #expect(
                log.lines == ["The processor computes what the device can't. no memory of simulated device is left"])
        }
        if limit == 1 << 20 { #expect(log.lines.isEmpty) }
    }

    @Test(
        "each call may fail in each way, and the pixels are the processor's",
        arguments: [DeviceFailure.Kind.unsupported, .outOfMemory, .lost, .failed])
    func failures(kind: DeviceFailure.Kind) throws {
        for source in [PatternSource(31, 26) as any PixelSource, NoiseBitmap(31, 26)] {
            try Self.expectProcessorPixels(try Self.diamond(source), afterEach: kind)
            // The only pass copies the source.
            let image = SampledImage(.source(source))
            try Self.expectProcessorPixels(
                .kernel(
                    .named("mix", parameters: [.sample, .sample]), arguments: [.image(image), .image(image)],
                    extent: image.node.extent), afterEach: kind)
        }
    }

    /// Expects the processor's pixels, whichever call fails.
    private static func expectProcessorPixels(_ node: ImageNode, afterEach kind: DeviceFailure.Kind) throws {
        let region = PixelRect(0, -10, 20, 44)
        let expected = try Self.processor().render(node, region: region).bits
        let whole = SimulatedDevice(RandomRecipe.backend)
        let renderer = Self.renderer(whole)
        _ = try renderer.render(node, region: region)
        _ = try renderer.render(node, region: region)
        #expect(whole.calls.contains(.perform) && whole.calls.contains(.kernel) && whole.calls.contains(.memory))
        for number in whole.calls.indices {
            let device = SimulatedDevice(RandomRecipe.backend, failures: [number: kind])
            let log = ReportLog()
            let failing = Self.renderer(device) { log.add($0) }
            for _ in 0..<3 { #expect(try failing.render(node, region: region).bits == expected, "call \(number)") }
            // Memory that is short for a moment is tried again in bands.
            if kind != .outOfMemory { #expect(log.lines.count == 1, "call \(number)") }
            let calls = device.calls.count
            if kind == .lost {
                _ = try failing.render(node, region: region)
                #expect(device.calls.count == calls, "a lost device was used")
            }
            failing.clearCaches()
            #expect(device.usedBytes == 0)
        }
    }

    @Test("results that only the device had are computed by the processor when it is lost") func lostResults() throws {
        let node = try Self.diamond()
        let region = PixelRect(0, -10, 20, 44)
        let expected = try Self.processor().render(node, region: region).bits
        let device = SimulatedDevice(RandomRecipe.backend)
        let renderer = Self.renderer(device)
        _ = try renderer.render(node, region: region)
        _ = try renderer.render(node, region: region)
        // The next rendering takes the first pass's result from the cache, and then finds the device lost.
        let calls = device.calls.count
        let failing = SimulatedDevice(RandomRecipe.backend, failures: [calls - 1: .lost])
        let other = Self.renderer(failing)
        for _ in 0..<3 { #expect(try other.render(node, region: region).bits == expected) }
    }

    @Test(
        "large regions are computed in bands that overlap", arguments: [nil, DeviceFailure.Kind.failed, .outOfMemory])
    func overlappingBands(failure: DeviceFailure.Kind?) throws {
        let node = try Self.diamond(NoiseBitmap(600, 1000))
        let region = PixelRect(x: -2, y: -3, width: 605, height: 1001)
        let expected = try Self.processor().render(node, region: region).bits
        let whole = SimulatedDevice(RandomRecipe.backend, overlapsCopies: true)
        #expect(try Self.renderer(whole).render(node, region: region).bits == expected)
        // The stored pass is one work, and the final one is two bands, each with three kernels.
        #expect(whole.calls.count { $0 == .perform } == 3)
        #expect(whole.runs == 7)
        guard let failure else { return }
        for number in whole.calls.indices where number % 3 == 0 {
            let device = SimulatedDevice(
                RandomRecipe.backend, overlapsCopies: true, failures: [number: failure])
            let renderer = Self.renderer(device)
            #expect(try renderer.render(node, region: region).bits == expected)
            renderer.clearCaches()
            #expect(device.usedBytes == 0)
        }
    }

    @Test("errors of kernels and stops are the rendering's errors") func errors() throws {
        let source = ImageNode.source(PatternSource(31, 26))
        let broken = try ImageNode.kernel(
            .named("unknown"), arguments: [.image(SampledImage(source))], extent: source.extent)
        let renderer = Self.renderer(SimulatedDevice(RandomRecipe.backend))
        #expect(throws: RenderingError.self) { try renderer.render(broken, region: Self.region) }
        let control = RenderingControl()
        control.cancel()
        #expect(throws: CancellationError.self) {
            try renderer.render(try Self.diamond(), region: Self.region, control: control)
        }
    }

    @Test("a device is used where it is faster") func fasterDevice() throws {
        let node = try Self.diamond()
        let region = PixelRect(0, 0, 20, 20)
        func passes(_ speed: DeviceSpeed) throws -> [String?] {
            let control = RenderingControl()
            let device = SimulatedDevice(RandomRecipe.backend)
            _ = try Self.renderer(device, use: .whereFaster(speed)).render(node, region: region, control: control)
            return control.statistics.passes.map(\.device)
        }
        let fast = DeviceSpeed(
            secondsPerPass: 1e-9, bytesPerSecond: 1e15, workPerSecond: 1e12, processorWorkPerSecond: 1e9)
        #expect(try passes(fast) == ["simulated device", "simulated device"])
        var slow = fast
        slow.secondsPerPass = 1
        #expect(try passes(slow) == [nil, nil])
        slow = fast
        slow.bytesPerSecond = 1e9
        #expect(try passes(slow) == [nil, nil])
        slow = fast
        slow.workPerSecond = 1e8
        #expect(try passes(slow) == [nil, nil])
    }

    @Test("explanations name the device, or the reason why it isn't used") func explanations() throws {
        let source = ImageNode.source(PatternSource(31, 26))
        let renderer = Self.renderer(SimulatedDevice(RandomRecipe.backend))
        let both = try renderer.explain(try Self.diamond(), region: Self.region)
        #expect(both.passes.map(\.processor) == ["simulated device", "simulated device"])
        #expect(both.description.contains("by simulated device"))
        let blurred = try renderer.explain(source.gaussianBlurred(sigma: 3), region: Self.region)
        #expect(blurred.passes.last?.processor == "simulated device")
        let native = ImageNode.native(CyclicOperator(), extent: source.extent)
        let looped = try renderer.explain(native, region: Self.region)
        #expect(
            looped.passes.last?.processor == "the processor, because devices have no code for \(CyclicOperator().name)")
        let plain = try Self.processor().explain(source, region: Self.region)
        #expect(plain.passes.map(\.processor) == [nil])
        let slow = Self.renderer(
            SimulatedDevice(RandomRecipe.backend),
            use: .whereFaster(
                DeviceSpeed(
                    secondsPerPass: 1, bytesPerSecond: 1e9, workPerSecond: 1e9, processorWorkPerSecond: 1e9)))
        let reason = try slow.explain(try Self.diamond(), region: Self.region).passes.last?.processor
        #expect(
            reason?.hasPrefix("the processor, because the device would take about 1e+03 ms, the processor ") == true)
    }
}

extension Raster {
    /// The greatest difference of a component.
    fileprivate func greatestDifference(from other: Raster) -> Float {
        var most: Float = 0
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                for channel in 0..<4 { most = max(most, abs(self[x, y][channel] - other[x, y][channel])) }
            }
        }
        return most
    }
}
