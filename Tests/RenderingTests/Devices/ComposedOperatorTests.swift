import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Operators that devices compute by kernels")
struct ComposedOperatorTests {
    /// Adds a weighted row of pixels below to each pixel: c(x, y) + 0.5 · (c(x, y − 1) · 0.25 + 0.01).
    private struct Echo: KernelComposedOperator {
        let image: ImageNode
        let name = "echo"
        var inputs: [ImageNode] { [image] }
        func replacingInputs(by images: [ImageNode]) -> any NativeOperator { Echo(image: images[0]) }
        func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
            CGRect(x: output.minX, y: output.minY - 1, width: output.width, height: output.height + 1)
        }

        func render(inputs: [Raster], region: PixelRect, into output: Raster) {
            for y in region.y..<region.maxY {
                for x in region.x..<region.maxX {
                    let below = inputs[0][x, y - 1] * 0.25 + SIMD4<Float>(repeating: 0.01)
                    output[x, y] = inputs[0][x, y] + below * 0.5
                }
            }
        }

        func kernelRuns(for region: PixelRect) -> [OperatorRun] {
            let weights = Raster(bounds: PixelRect(x: 0, y: 0, width: 2, height: 1))
            weights[0, 0] = .zero
            weights[1, 0] = SIMD4<Float>(repeating: 0.5)
            let below = PixelRect(x: region.x, y: region.y - 1, width: region.width, height: region.height)
            let grade = Program.named("grade", .general, parameters: [.sampler, .float])
            let echo = Program.named("echo", .general, parameters: [.sampler, .sampler, .sampler])
            let images = [OperatorImage(.input(0)), OperatorImage(.run(0)), OperatorImage(.table(weights))]
            return [
                OperatorRun(
                    grade, KernelArguments(components: [[], [0.25]]), [OperatorImage(.input(0))], region: below),
                OperatorRun(echo, KernelArguments(components: [[], [], []]), images, region: region),
            ]
        }
    }

    private static let backend = ClosureBackend(
        RandomRecipe.backend.kernels.merging([
            "echo": { x, y, _, images in
                let (own, below) = (images[0].raster[x, y], images[1].raster[x, y - 1])
                return own + below * images[2].raster[1, 0]
            } as ClosureBackend.Pixel
        ]) { first, _ in first })

    private static func renderer(_ device: SimulatedDevice?) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: nil, backend: backend, tileWidth: 5, tileHeight: 4, threadCount: 2,
            memoryLimit: 1 << 28, intermediateFormat: .RGBAf)
        configuration.checksRegions = false
        configuration.device = device.map { DeviceRendering($0, use: .always, stepBudget: 1000) }
        return Renderer(configuration: configuration)
    }

    @Test("between kernels, everything is one work of the device") func betweenKernels() throws {
        func grade(_ image: ImageNode) throws -> ImageNode {
            try .kernel(
                .named("grade", parameters: [.sample, .float]),
                arguments: [.image(SampledImage(image)), .numbers([1.5])], extent: image.extent)
        }
        let source = ImageNode.source(PatternSource(31, 26))
        let first = try grade(source)
        let echo = ImageNode.native(
            Echo(image: first), extent: CGRect(x: 0, y: 0, width: 31, height: 27))
        let node = try grade(echo)
        for region in [PixelRect(-3, -2, 40, 33), PixelRect(4, 5, 6, 7), PixelRect(0, 26, 31, 1)] {
            let device = SimulatedDevice(Self.backend)
            let control = RenderingControl()
            let computed = try Self.renderer(device).render(node, region: region, control: control)
            #expect(try Self.renderer(nil).render(node, region: region).bits == computed.bits)
            #expect(control.statistics.passes.map(\.device) == [device.name])
            #expect(device.runs == 4)
        }
    }

    /// Returns its first image, and never reads the second.
    private struct First: NativeOperator {
        let images: [ImageNode]
        let name = "first"
        var inputs: [ImageNode] { images }
        func replacingInputs(by images: [ImageNode]) -> any NativeOperator { First(images: images) }
        func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { index == 0 ? output : .null }
        func render(inputs: [Raster], region: PixelRect, into output: Raster) { output.copy(from: inputs[0]) }
    }

    @Test("the processor computes no input that isn't read") func unreadInput() throws {
        let sources = [PatternSource(31, 26), PatternSource(20, 20)]
        let first = First(images: sources.map { .source($0) })
        let node = try ImageNode.kernel(
            .named("grade", parameters: [.sample, .float]),
            arguments: [
                .image(SampledImage(.native(first, extent: CGRect(x: 0, y: 0, width: 31, height: 26)))),
                .numbers([1.5]),
            ], extent: CGRect(x: 0, y: 0, width: 31, height: 26))
        let region = PixelRect(2, 3, 9, 8)
        let device = SimulatedDevice(Self.backend)
        let computed = try Self.renderer(device).render(node, region: region).bits
        #expect(device.runs == 1)
        #expect(sources[1].pixelsRead == 0)
        #expect(try Self.renderer(nil).render(node, region: region).bits == computed)
    }

    @Test("each call may fail, and the pixels are the processor's") func failures() throws {
        let source = ImageNode.source(PatternSource(31, 26))
        let node = ImageNode.native(Echo(image: source), extent: source.extent)
        let region = PixelRect(2, 3, 9, 8)
        let expected = try Self.renderer(nil).render(node, region: region).bits
        let whole = SimulatedDevice(Self.backend)
        #expect(try Self.renderer(whole).render(node, region: region).bits == expected)
        for number in whole.calls.indices {
            let device = SimulatedDevice(Self.backend, failures: [number: .failed])
            #expect(try Self.renderer(device).render(node, region: region).bits == expected)
            #expect(device.usedBytes == 0)
        }
    }
}
