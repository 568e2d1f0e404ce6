import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

/// Tests of each fusion rule on small recipes, including cases to which it must not apply.
@Suite("Laws of fusion") struct FusionLawTests {
    private let picture = ImageNode.source(NoisePicture(6, 5, seed: 7))
    private let region = PixelRect(x: -4, y: -3, width: 15, height: 12)

    private func kernel(
        _ text: String, _ arguments: [KernelArgument], extent: CGRect,
        region: @escaping @Sendable (Int, CGRect) -> CGRect = { $1 }
    ) throws -> ImageNode {
        try .kernel(TestKernels.program(text), arguments: arguments, extent: extent, regionOfInterest: region)
    }

    private func gain(_ image: ImageNode, _ factor: Float, extent: CGRect? = nil) throws -> ImageNode {
        try kernel(
            "kernel vec4 gain(__sample s, float g) { return s * g; }",
            [.image(SampledImage(image)), .numbers([factor])], extent: extent ?? image.extent)
    }

    private func optimised(
        _ root: ImageNode, _ rules: [any GraphRule] = [FusePointwise(), SimplifyFusedKernels()]
    ) throws -> ImageNode {
        let context = OptimisationContext(
            workingColorSpace: nil, visible: region.cgRect, backend: CompilingInterpreter.compiling)
        return try GraphOptimiser(rules: rules).optimise(root, in: context).root
    }

    private func expectSamePixels(_ a: ImageNode, _ b: ImageNode, _ location: SourceLocation = #_sourceLocation) throws
    {
        let (first, second) = try (
            RecipeEvaluator().pixels(of: a, region), RecipeEvaluator().pixels(of: b, region)
        )
        #expect(first.pixelBits == second.pixelBits, sourceLocation: location)
        #expect(Set(first.pixelBits).count > 1, "there is something to see", sourceLocation: location)
    }

    private func application(_ node: ImageNode) throws -> KernelApplication {
        guard case .kernel(let application) = node.operation else {
            throw RecipeEvaluator.Unsupported()
        }
        return application
    }

    @Test("a chain of kernels becomes one kernel over the source") func chain() throws {
        var node = picture
        for step in 0..<32 { node = try gain(node, 1 + Float(step % 3) / 8) }
        let result = try optimised(node)
        let kernel = try application(result)
        #expect(kernel.parts == 32)
        #expect(kernel.images.map { ObjectIdentifier($0.node) } == [ObjectIdentifier(picture)])
        #expect(kernel.program.kind == .color)
        #expect(kernel.program.name.count <= 120)
        try expectSamePixels(node, result)
    }

    @Test("a chain longer than a kernel may be becomes several kernels") func longChain() throws {
        var node = picture
        for _ in 0..<150 { node = try gain(node, 1.0625) }
        let result = try optimised(node)
        #expect(try application(result).regionDepth <= KernelApplication.maximumRegionDepth)
        var kernels = 0
        var current = result
        while case .kernel(let application) = current.operation {
            kernels += 1
            current = application.images[0].node
        }
        #expect(kernels >= 3 && kernels <= 6)
        try expectSamePixels(node, result)
    }

    @Test("a fused producer is transparent outside its extent") func extents() throws {
        let small = CGRect(x: -1, y: 1, width: 4.5, height: 2)
        let brightened = try kernel(
            "kernel vec4 bright(__sample s) { return s + 1.0; }", [.image(SampledImage(picture))], extent: small)
        let wide = try kernel(
            "kernel vec4 lift(__sample s) { return s + 0.25; }", [.image(SampledImage(brightened))], extent: .infinite)
        let result = try optimised(wide)
        #expect(try application(result).parts == 2)
        try expectSamePixels(wide, result)
        let pixels = try RecipeEvaluator().pixels(of: result, region)
        #expect(pixels[-1, 1] == SIMD4(repeating: 1.25))
        #expect(pixels[-2, 1] == SIMD4(repeating: 0.25))
        #expect(pixels[3, 2].w >= 1.25 && pixels[4, 2] == SIMD4(repeating: 0.25), "the half pixel counts as whole")
    }

    @Test("a loop doesn't run outside its kernel's extent, where it might not end") func loops() throws {
        let looping = try kernel(
            "kernel vec4 forever(__sample s) { while (destCoord().x > 3.0) { s.r = s.r + 1.0; } return s; }",
            [.image(SampledImage(picture))], extent: CGRect(x: 0, y: 0, width: 3, height: 5))
        let wide = try gain(looping, 2, extent: region.cgRect)
        let result = try optimised(wide)
        #expect(try application(result).parts == 2)
        try expectSamePixels(wide, result)
    }

    @Test("two kernels with loops stay apart, as each has its own budget of steps") func budgets() throws {
        let text = "kernel vec4 sums(__sample s) { for (int i = 0; i < 6000; i++) { s.r = s.r * 0.5; } return s; }"
        let first = try kernel(text, [.image(SampledImage(picture))], extent: picture.extent)
        let second = try kernel(text, [.image(SampledImage(first))], extent: picture.extent)
        let result = try optimised(second)
        #expect(result === second)
    }

    @Test("fusion through a translation shifts samples and destination coordinates") func moves() throws {
        let drawn = try kernel(
            "kernel vec4 ramp(__sample s, __sample t) { return s * destCoord().x + t * destCoord().y; }",
            [.image(SampledImage(picture)), .image(SampledImage(picture, transform: .init(translationX: 1, y: -1)))],
            extent: picture.extent)
        let moved = drawn.transformed(by: CGAffineTransform(translationX: -2, y: 3))
            .cropped(to: CGRect(x: -1, y: 3, width: 3, height: 4))
        let top = try gain(moved, 0.5)
        let result = try optimised(top)
        #expect(try application(result).parts == 2)
        try expectSamePixels(top, result)
        // The region that the kernel reads moves with the image.
        let output = CGRect(x: -1, y: 4, width: 2, height: 1)
        let part = result.operation.region(ofInput: 0, for: output)
        #expect(part == CGRect(x: 1, y: 1, width: 2, height: 1))
    }

    @Test("a producer that reads between pixels is taken in too") func freeProducer() throws {
        let smeared = try kernel(
            """
            kernel vec4 smear(sampler s) {
                return sample(s, samplerTransform(s, destCoord() + vec2(1.5, 0.0))) + sample(s, samplerTransform(s, destCoord()));
            }
            """, [.image(SampledImage(picture))], extent: picture.extent
        ) { $1.insetBy(dx: -1.5, dy: 0) }
        let top = try gain(smeared.transformed(by: .init(translationX: 2, y: 1)), 0.5)
        let result = try optimised(top)
        let kernel = try application(result)
        #expect(kernel.parts == 2 && kernel.program.kind == .general && !kernel.program.freeSampling.isEmpty)
        try expectSamePixels(top, result)
    }

    @Test("a consumer that reads between pixels keeps its image") func freeConsumer() throws {
        let smeared = try kernel(
            "kernel vec4 near(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(0.25))); }",
            [.image(SampledImage(try gain(picture, 2)))], extent: picture.extent
        ) { $1.insetBy(dx: -1, dy: -1) }
        #expect(try optimised(smeared) === smeared)
    }

    @Test("work for two readers is done once, unless there is little of it") func sharing() throws {
        let long = try kernel(
            """
            kernel vec4 long(__sample s) {
                return pow(s, vec4(1.5)) + sin(s) * cos(s) + sqrt(s) + exp(s) * 0.1 + tan(s) + log(s + 1.0);
            }
            """, [.image(SampledImage(picture))], extent: picture.extent)
        let far = { (image: ImageNode) in
            try kernel(
                "kernel vec4 far(sampler s, sampler t) { return sample(s, vec2(0.3)) + sample(t, vec2(0.6)); }",
                [.image(SampledImage(try gain(image, 2))), .image(SampledImage(try gain(image, 3)))],
                extent: picture.extent
            ) { _, _ in picture.extent }
        }
        let apart = try optimised(far(long))
        let nodes = try application(apart).images.map { try application($0.node).images[0].node }
        #expect(nodes[0] === nodes[1])
        #expect(try application(nodes[0]).program.name == "long")
        let cheap = try optimised(far(try gain(picture, 0.5)))
        #expect(try application(cheap).images.allSatisfy { try application($0.node).parts == 2 })
    }

    @Test("readers that end up in one kernel share their image's work") func diamond() throws {
        let long = try kernel(
            """
            kernel vec4 long(__sample s) {
                return pow(s, vec4(1.5)) + sin(s) * cos(s) + sqrt(s) + exp(s) * 0.1 + tan(s) + log(s + 1.0);
            }
            """, [.image(SampledImage(picture))], extent: picture.extent)
        let top = try kernel(
            "kernel vec4 both(__sample a, __sample b, __sample c) { return a * b + c; }",
            [
                .image(SampledImage(try gain(long, 2))), .image(SampledImage(try gain(long, 3))),
                .image(SampledImage(picture)),
            ], extent: picture.extent)
        let result = try optimised(top)
        let kernel = try application(result)
        #expect(kernel.images.count == 1 && kernel.images[0].node === picture)
        let powers = kernel.program.body.count { statement in
            if case .compute(let instruction) = statement { instruction.opcode == .pow } else { false }
        }
        #expect(powers == 4, "one for each component")
        try expectSamePixels(top, result)
    }

    @Test("untrusted kernels are not fused with trusted ones") func sandbox() throws {
        var program = try TestKernels.program("kernel vec4 half(__sample s) { return s * 0.5; }")
        program.requiresSandbox = true
        let foreign = try ImageNode.kernel(
            program, arguments: [.image(SampledImage(picture))], extent: picture.extent)
        let top = try gain(foreign, 2)
        #expect(try optimised(top) === top)
        let twice = try ImageNode.kernel(
            program, arguments: [.image(SampledImage(foreign))], extent: picture.extent)
        let joined = try application(try optimised(twice))
        #expect(joined.parts == 2 && joined.program.requiresSandbox)
    }

    @Test("the input of a table isn't colour managed") func tables() throws {
        let looked = try kernel(
            "kernel vec4 looked(__sample s, __table t) { return s * sample(t, samplerCoord(t)); }",
            [.image(SampledImage(picture)), .image(SampledImage(try gain(picture, 2)))], extent: picture.extent)
        let result = try optimised(looked)
        let types = try application(result).program.parameters.map(\.type).filter(\.isImage)
        #expect(types == [.sample, .table], "the picture is converted for the one, and not for the other")
        try expectSamePixels(looked, result)
    }

    @Test("what the joined kernel doesn't read is not computed") func unread() throws {
        let other = ImageNode.source(NoisePicture(6, 5, seed: 9))
        let chosen = try kernel(
            "kernel vec4 first(__sample a, __sample b) { return a; }",
            [.image(SampledImage(picture)), .image(SampledImage(other))], extent: picture.extent)
        let top = try gain(chosen, 2)
        let result = try optimised(top)
        #expect(try application(result).images.map { ObjectIdentifier($0.node) } == [ObjectIdentifier(picture)])
        try expectSamePixels(top, result)
    }

    @Test("constants become arguments of the kernels that read them") func constants() throws {
        let color = ImageNode.constant(GraphColor(components: [1, 0.5, 0.25, 0.5], colorSpace: nil))
        let top = try kernel(
            "kernel vec4 over(__sample f, __sample b) { return f + b * (1.0 - f.a); }",
            [
                .image(SampledImage(color.cropped(to: CGRect(x: 1, y: 1, width: 3, height: 9)))),
                .image(SampledImage(picture)),
            ],
            extent: region.cgRect)
        let result = try optimised(top)
        #expect(try application(result).images.count == 1)
        try expectSamePixels(top, result)
        let pixels = try RecipeEvaluator().pixels(of: result, region)
        #expect(pixels[1, 7] == [0.5, 0.25, 0.125, 0.5] && pixels[1, 10] == .zero)
    }
}
