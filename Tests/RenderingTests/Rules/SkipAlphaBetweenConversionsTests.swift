import Foundation
import Interpreter
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Tests that a colour matrix between sRGB and sRGB doesn't multiply by alpha and divide by it again.
@Suite("Colours without alpha") struct SkipAlphaBetweenConversionsTests {
    private static let matrix = """
        kernel vec4 tint(__sample s) {
            return vec4(0.6 * s.r + 0.3 * s.g - 0.1 * s.b + 0.05 * s.a, 0.9 * s.g - 0.02 * s.a, 0.2 * s.r + 0.7 * s.b, s.a);
        }
        """
    private let region = PixelRect(0, 0, 16, 16)

    /// All alphas, with colours from 0 to alpha and, where alpha is 0, colours without alpha.
    private func source(_ alpha: AlphaState) throws -> ImageNode {
        var bytes: [UInt8] = []
        for code in 0..<256 {
            let red: Int = code * 7 % (code + 1)
            let blue: Int = code == 0 ? 40 : code / 3
            bytes += [red, code, blue, code].map { UInt8($0) }
        }
        return .source(
            try BitmapSource(
                data: Data(bytes), bytesPerRow: 64, width: 16, height: 16, format: .RGBA8,
                colorSpace: CGColorSpace(name: CGColorSpace.sRGB), alphaState: alpha))
    }

    private func tinted(_ image: ImageNode) throws -> ImageNode {
        let program = try #require(KernelCompiler.compile(KernelSource(text: Self.matrix)).kernels.first)
        return try .kernel(program, arguments: [.image(SampledImage(image))], extent: image.extent) { $1 }
    }

    private func optimised(_ node: ImageNode, _ rules: [any GraphRule]) throws -> Optimisation {
        let context = OptimisationContext(
            workingColorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB), visible: region.cgRect,
            output: .RGBA8, backend: CompilingInterpreter())
        return try GraphOptimiser(rules: rules).optimise(node, in: context)
    }

    private func bytes(_ node: ImageNode) throws -> [SIMD4<Float>] {
        let renderer = Renderer(
            configuration: RendererConfiguration(
                workingColorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB),
                backend: CompilingInterpreter(), tileWidth: 8, tileHeight: 8, threadCount: 1, memoryLimit: 1 << 28,
                intermediateFormat: .RGBAf, optimises: false))
        let raster = try renderer.render(node, region: region)
        // Scales and clamps as packing into 8 bits does, but doesn't round.
        return region.coordinates.map { point in
            let pixel = raster[point.x, point.y]
            let stored: [Float] = (0..<4).map { pixel[$0].isNaN ? 0 : min(max(pixel[$0], 0), 1) * 255 }
            return SIMD4(stored)
        }
    }

    @Test("keep the pixels", arguments: [AlphaState.premultiplied, .unpremultiplied, .opaque], [false, true])
    func pixels(alpha: AlphaState, hasMatrix: Bool) throws {
        let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
        let picture = try source(alpha)
        let node = (hasMatrix ? try tinted(picture) : picture).converted(from: nil, to: sRGB)
        let result = try optimised(node, [LowerSources(), LowerColors(), SkipAlphaBetweenConversions()])
        // Conversions of opaque images have no alpha to begin with.
        let isSkipped = result.steps.contains { $0.rule is SkipAlphaBetweenConversions && $0.changes > 0 }
        #expect(isSkipped == (alpha != .opaque))
        for (expected, actual) in zip(try bytes(node), try bytes(result.root)) {
            for channel in 0..<4 {
                #expect(abs(expected[channel] - actual[channel]) < 0.05, "\(expected) became \(actual)")
            }
        }
        let all = try optimised(node, GraphOptimiser.rules)
        // Opaque sRGB that is wanted in sRGB needs no kernel at all.
        let nodeCount = alpha == .opaque && !hasMatrix ? 1 : 2
        #expect(all.root.nodesInputsFirst.count == nodeCount, "\(all.root)")
    }

    @Test("are not made twice where somebody else reads them with alpha") func shared() throws {
        let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
        let tinted = try tinted(source(.premultiplied))
        let over = try #require(
            KernelCompiler.compile(
                KernelSource(text: "kernel vec4 over(__sample f, __sample b) { return f + b * (1.0 - f.a); }")
            ).kernels.first)
        let node = try ImageNode.kernel(
            over,
            arguments: [.image(SampledImage(tinted.converted(from: nil, to: sRGB))), .image(SampledImage(tinted))],
            extent: tinted.extent
        ) { $1 }
        let result = try optimised(node, [LowerSources(), LowerColors(), SkipAlphaBetweenConversions()])
        #expect(!result.steps.contains { $0.rule is SkipAlphaBetweenConversions && $0.changes > 0 })
    }
}
