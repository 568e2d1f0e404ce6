import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

/// Tests of the rules that replace other nodes by kernels, on small recipes.
@Suite("Laws of lowering") struct LoweringLawTests {
    private let picture = ImageNode.source(NoisePicture(6, 5, seed: 11))
    private let region = PixelRect(x: -4, y: -3, width: 15, height: 12)

    private func optimised(_ root: ImageNode, _ rules: [any GraphRule]) throws -> ImageNode {
        let context = OptimisationContext(
            workingColorSpace: nil, visible: region.cgRect, backend: CompilingInterpreter.compiling)
        return try GraphOptimiser(rules: rules).optimise(root, in: context).root
    }

    private func pixels(_ node: ImageNode) throws -> Raster { try RecipeEvaluator().pixels(of: node, region) }

    private func application(_ node: ImageNode) throws -> KernelApplication {
        guard case .kernel(let application) = node.operation else { throw RecipeEvaluator.Unsupported() }
        return application
    }

    @Test("a warp samples its image between pixels in the same pass") func warps() throws {
        let program = try TestKernels.program("kernel vec2 moved() { return destCoord() + vec2(0.25, 0.5); }")
        let node = try ImageNode.kernel(
            program, arguments: [.image(SampledImage(picture))], extent: picture.extent
        ) { $1.insetBy(dx: -1, dy: -1) }
        let result = try optimised(node, [FuseWarps()])
        let kernel = try application(result)
        #expect(kernel.program.kind == .general && kernel.program.parameters.map(\.type) == [.sampler])
        let (source, actual) = try (pixels(picture), pixels(result))
        for (x, y) in [(0, 0), (2, 3), (5, 4), (5, 1)] {
            let low = SIMD4<Double>(source[x, y]) * 0.75 + SIMD4<Double>(source[x + 1, y]) * 0.25
            let high = SIMD4<Double>(source[x, y + 1]) * 0.75 + SIMD4<Double>(source[x + 1, y + 1]) * 0.25
            let difference = SIMD4<Double>(actual[x, y]) - (low + high) / 2
            #expect((0..<4).allSatisfy { abs(difference[$0]) < 1e-6 }, "\(x) \(y)")
        }
    }

    @Test("a warp to a point just below an edge reads the pixel beyond it, without interpolation") func nearestWarps()
        throws
    {
        let program = try TestKernels.program("kernel vec2 moved(vec2 d) { return destCoord() + d; }")
        for (distance, column) in [(Float(0.4995), 3), (0.498, 2), (0.5005, 3)] {
            let node = try ImageNode.kernel(
                program,
                arguments: [.numbers([distance, 0]), .image(SampledImage(picture, interpolation: .nearest))],
                extent: picture.extent
            ) { $1.insetBy(dx: -2, dy: -2) }
            let actual = try pixels(optimised(node, [FuseWarps()]))
            #expect(actual[2, 2] == (try pixels(picture))[column, 2], "\(distance)")
            #expect(actual.pixelBits == (try pixels(node)).pixelBits)
        }
    }

    @Test("a clamped image is clamped by the sampler, for warps as well") func clamps() throws {
        let program = try TestKernels.program("kernel vec2 far(vec2 d) { return destCoord() + d; }")
        let clamped = picture.clamped(to: CGRect(x: 1, y: 1, width: 4, height: 3))
        let node = try ImageNode.kernel(
            program, arguments: [.numbers([3, -2]), .image(SampledImage(clamped))], extent: region.cgRect
        ) { $1.insetBy(dx: -4, dy: -4) }
        let result = try optimised(node, [FuseWarps(), BindClamps()])
        let image = try application(result).images[0]
        #expect(image.wrap == .clamp && image.node.extent == CGRect(x: 1, y: 1, width: 4, height: 3))
        #expect(try pixels(result).pixelBits == pixels(node).pixelBits)
        #expect(try pixels(result)[9, -3] == pixels(picture)[4, 1])
    }

    @Test("with all rules, the image of a transform or a warp is clamped by its sampler") func clampsOfAllRules() throws
    {
        let clamped = picture.clamped(to: picture.extent)
        let turn = CGAffineTransform(rotationAngle: 0.4).scaledBy(x: 1.5, y: 0.75)
        let warp = try ImageNode.kernel(
            TestKernels.program("kernel vec2 moved() { return destCoord() + vec2(2.25, -3.5); }"),
            arguments: [.image(SampledImage(clamped))], extent: region.cgRect
        ) { $1.insetBy(dx: -5, dy: -5) }
        let source = try pixels(picture)
        let cases = [
            (clamped.transformed(by: turn), turn.inverted()), (warp, CGAffineTransform(translationX: 2.25, y: -3.5)),
        ]
        for (node, map) in cases {
            let result = try optimised(node, GraphOptimiser.rules)
            #expect(result.nodeCount == 2)
            #expect(try application(result).images[0].wrap == .clamp)
            let actual = try pixels(result)
            for y in region.y..<region.maxY {
                for x in region.x..<region.maxX {
                    let place = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(map)
                    let (u, v) = (min(max(place.x - 0.5, 0), 5), min(max(place.y - 0.5, 0), 4))
                    let (left, bottom) = (Int(u), Int(v))
                    var expected = SIMD4<Double>.zero
                    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                        let share = (1 - abs(u - Double(left + dx))) * (1 - abs(v - Double(bottom + dy)))
                        expected += SIMD4<Double>(source[min(left + dx, 5), min(bottom + dy, 4)]) * share
                    }
                    let difference = SIMD4<Double>(actual[x, y]) - expected
                    #expect((0..<4).allSatisfy { abs(difference[$0]) < 3.0 / 512 }, "\(x) \(y)")
                }
            }
        }
    }

    @Test("a clamp of a pointwise image joins its readers") func clampKernels() throws {
        let inverted = try ImageNode.kernel(
            TestKernels.program("kernel vec4 invert(__sample s) { return vec4(s.a - s.rgb, s.a); }"),
            arguments: [.image(SampledImage(picture.clamped(to: picture.extent)))], extent: .infinite)
        let result = try optimised(inverted, [LowerClamps(), FusePointwise(), SimplifyFusedKernels()])
        let kernel = try application(result)
        #expect(kernel.images.count == 1 && kernel.images[0].node === picture && kernel.images[0].wrap == .clamp)
        #expect(try pixels(result).pixelBits == pixels(inverted).pixelBits)
        let corner = try pixels(picture)[0, 0]
        #expect(try pixels(result)[-4, -3].x == corner.w - corner.x)
    }

    @Test("a clamp moves below pointwise kernels, but not below kernels that read destCoord") func pushedClamps() throws
    {
        let rect = CGRect(x: 1, y: 1, width: 4, height: 3)
        let rules: [any GraphRule] = [LowerClamps(), FusePointwise(), SimplifyFusedKernels()]
        func node(_ text: String) throws -> ImageNode {
            let lower = try ImageNode.kernel(
                TestKernels.program("kernel vec4 invert(__sample s) { return vec4(s.a - s.rgb, s.a); }"),
                arguments: [.image(SampledImage(picture))], extent: picture.extent)
            let upper = try ImageNode.kernel(
                TestKernels.program(text), arguments: [.image(SampledImage(lower))], extent: picture.extent)
            return upper.clamped(to: rect)
        }
        let pushed = try node("kernel vec4 lift(__sample s) { return s * 0.5 + 0.25; }")
        let result = try optimised(pushed, rules)
        let kernel = try application(result)
        #expect(kernel.images.count == 1 && kernel.images[0].wrap == .clamp && kernel.images[0].node.extent == rect)
        #expect(try pixels(result).pixelBits == pixels(pushed).pixelBits)
        #expect(try pixels(result)[-4, -3].w == pixels(picture)[1, 1].w * 0.5 + 0.25)
        let kept = try node("kernel vec4 ramp(__sample s) { return s * destCoord().x; }")
        #expect(try pixels(optimised(kept, rules)).pixelBits == pixels(kept).pixelBits)
    }

    @Test(
        "a transformed image is sampled by the kernel that reads it, and ends where it ended",
        arguments: [0.5, 1.75, 3])
    func transforms(scale: Double) throws {
        let map = CGAffineTransform(scaleX: scale, y: scale).translatedBy(x: -0.75, y: 0.5)
        let scaled = picture.transformed(by: map)
        let node = try ImageNode.kernel(
            TestKernels.program("kernel vec4 lift(__sample s) { return s + 0.25; }"),
            arguments: [.image(SampledImage(scaled))], extent: .infinite)
        let result = try optimised(node, [LowerTransforms(), FusePointwise(), SimplifyFusedKernels()])
        let kernel = try application(result)
        #expect(kernel.images.count == 1 && kernel.images[0].node === picture && kernel.images[0].transform == map)
        let (source, actual) = try (pixels(picture), pixels(result))
        let inside = PixelRect(enclosing: scaled.extent)
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                let place = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(map.inverted())
                var expected = SIMD4<Double>(repeating: 0.25)
                if inside.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
                    let (left, bottom) = ((place.x - 0.5).rounded(.down), (place.y - 0.5).rounded(.down))
                    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                        let share =
                            (1 - abs(place.x - 0.5 - left - Double(dx)))
                            * (1 - abs(place.y - 0.5 - bottom - Double(dy)))
                        expected += SIMD4<Double>(source[Int(left) + dx, Int(bottom) + dy]) * share
                    }
                }
                let difference = SIMD4<Double>(actual[x, y]) - expected
                #expect((0..<4).allSatisfy { abs(difference[$0]) < 3.0 / 512 }, "\(x) \(y)")
            }
        }
    }

    @Test("transforms without interpolation stay where rounding might choose another pixel") func nearestTransforms()
        throws
    {
        let turned = picture.transformed(by: CGAffineTransform(rotationAngle: 0.3), interpolation: .nearest)
        #expect(try optimised(turned, [LowerTransforms()]) === turned)
        let doubled = picture.transformed(by: CGAffineTransform(scaleX: 2, y: 2), interpolation: .nearest)
        let actual = try pixels(optimised(doubled, [LowerTransforms()]))
        for (x, y) in [(0, 0), (1, 1), (2, 3), (7, 8)] { #expect(actual[x, y] == (try pixels(picture))[x / 2, y / 2]) }
    }

    @Test("alpha is multiplied and divided in kernels") func alpha() throws {
        for alpha in [Float(0), 0.25, 1, -1, 3] {
            let value = SIMD4<Float>(0.5, -2, 7, alpha)
            let image = try ImageNode.kernel(
                TestKernels.program("kernel vec4 value(vec4 v) { return v; }"),
                arguments: [.numbers([value.x, value.y, value.z, value.w])], extent: picture.extent)
            let divided = try pixels(optimised(image.unpremultiplied(), [LowerAlpha()]))[1, 1]
            #expect(divided == (alpha == 0 ? .zero : SIMD4(0.5 / alpha, -2 / alpha, 7 / alpha, alpha)))
            let multiplied = try pixels(optimised(image.premultiplied(), [LowerAlpha()]))[1, 1]
            #expect(multiplied == SIMD4(0.5 * alpha, -2 * alpha, 7 * alpha, alpha))
        }
    }

    @Test("a kernel of constants is a constant with the kernel's extent") func folding() throws {
        let color = ImageNode.constant(GraphColor(components: [1, 0.5, 0.25, 0.5], colorSpace: nil))
        let extent = CGRect(x: -1, y: 0, width: 3, height: 2)
        let node = try ImageNode.kernel(
            TestKernels.program("kernel vec4 scaled(__sample s, float k, __color c) { return s * k + c; }"),
            arguments: [
                .image(SampledImage(color)), .numbers([0.5]),
                .color(GraphColor(components: [0, 0, 1, 0.25], colorSpace: nil)),
            ], extent: extent)
        let result = try optimised(node, [FoldConstants()])
        guard case .constant = result.operation else {
            Issue.record("\(result)")
            return
        }
        #expect(result.extent == extent)
        let pixel = try pixels(result)[0, 1]
        let expected = SIMD4<Float>(0.25, 0.125, 0.0625 + 0.25, 0.5)
        #expect((0..<4).allSatisfy { abs(pixel[$0] - expected[$0]) < 1e-6 })
        #expect(try pixels(result)[2, 1] == .zero)
    }

    @Test("a kernel that reads destCoord, or whose result has colour with alpha 0, isn't folded") func notFolded()
        throws
    {
        for text in [
            "kernel vec4 ramp() { return vec4(destCoord(), 0.0, 1.0); }",
            "kernel vec4 light() { return vec4(1.0, 0.0, 0.0, 0.0); }",
        ] {
            let node = try ImageNode.kernel(TestKernels.program(text), arguments: [], extent: .infinite)
            #expect(try optimised(node, [FoldConstants()]) === node)
        }
    }

    @Test("crops and moves that change nothing but the place are part of the binding") func views() throws {
        let cropped = picture.cropped(to: CGRect(x: 1, y: 0, width: 4, height: 5))
            .transformed(by: .init(translationX: 2, y: 2))
        let program = try TestKernels.program("kernel vec4 half(__sample s) { return s * 0.5; }")
        let inside = try ImageNode.kernel(
            program, arguments: [.image(SampledImage(cropped))], extent: CGRect(x: 3, y: 3, width: 2, height: 2))
        let image = try application(optimised(inside, [BindThroughCropsAndMoves()])).images[0]
        #expect(image.node === picture && image.transform == CGAffineTransform(translationX: 2, y: 2))
        #expect(try pixels(optimised(inside, [BindThroughCropsAndMoves()])).pixelBits == pixels(inside).pixelBits)
        let outside = try ImageNode.kernel(
            program, arguments: [.image(SampledImage(cropped))], extent: CGRect(x: 0, y: 0, width: 9, height: 9))
        #expect(try optimised(outside, [BindThroughCropsAndMoves()]) === outside)
    }
}
