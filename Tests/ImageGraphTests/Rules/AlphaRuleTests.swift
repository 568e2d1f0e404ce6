import Foundation
import Pixels
import Testing

@testable import ImageGraph

@Suite("Rules for alpha") struct AlphaRuleTests {
    private let opaqueKernel = "kernel vec4 fill(__sample s) { return vec4(s.rgb, 1.0); }"

    @Test("what is known to be opaque") func opaque() throws {
        let image = try Recipe.source(alpha: .opaque)
        let other = try Recipe.source(alpha: .premultiplied)
        let known: [ImageNode] = [
            image, Recipe.color(), image.cropped(to: CGRect(x: 1, y: 1, width: 2, height: 2)),
            image.clamped(to: image.extent), image.transformed(by: CGAffineTransform(translationX: -9, y: 4)),
            image.converted(from: nil, to: Recipe.sRGB), image.premultiplied(),
            try Recipe.kernel(opaqueKernel, [other]), try Recipe.kernel(Recipe.invert, [image]),
            try Recipe.kernel(Recipe.over, [image, other]), try Recipe.kernel(Recipe.over, [image, image]),
        ]
        for node in known { #expect(AlphaAnalysis.isOpaque(node), "\(node)") }
        let unknown: [ImageNode] = [
            other, Recipe.color(0.5), image.transformed(by: CGAffineTransform(scaleX: 2, y: 2)),
            image.gaussianBlurred(sigma: 1), .empty, try Recipe.kernel(Recipe.over, [other, other]),
            // Beyond its extent an image is transparent, opaque or not.
            try Recipe.kernel(Recipe.invert, [image], extent: image.extent.insetBy(dx: -1, dy: 0)),
            try Recipe.kernel(
                "kernel vec4 f(__sample s) { return s.r > 0.5 ? vec4(s.rgb, 1.0) : s * 0.5; }", [other]),
        ]
        for node in unknown { #expect(!AlphaAnalysis.isOpaque(node), "\(node)") }
    }

    @Test("means of opaque images are opaque, where no edge is reached") func means() throws {
        let image = try Recipe.source(20, 20, alpha: .opaque)
        let clamped = image.clamped(to: image.extent)
        func line(_ input: ImageNode, _ sets: [[Float]], extent: CGRect) -> ImageNode {
            let weights = sets.map { LineConvolution.WeightSet(first: -1, weights: $0) }
            return .native(
                LineConvolution(name: "mean", input: input, axis: .horizontal, weightSets: weights), extent: extent)
        }
        let inside = image.extent.insetBy(dx: 1, dy: 0)
        let means = [
            line(image, [[0.25, 0.5, 0.25]], extent: inside), line(clamped, [[0.1, 0.8, 0.1]], extent: .infinite),
            clamped.gaussianBlurred(sigma: 2), clamped.gaussianBlurred(sigma: 40),
            // Every set of weights counts.
            line(clamped, [[0.5, 0.5], [1]], extent: .infinite),
        ]
        for node in means {
            #expect(AlphaAnalysis.isOpaqueOrMean(node), "\(node)")
            #expect(!AlphaAnalysis.isOpaque(node), "the sum of the weights is rounded: \(node)")
        }
        let other = try Recipe.source(20, 20, alpha: .premultiplied)
        let unknown = [
            // The outer pixels read one that is transparent.
            line(image, [[0.25, 0.5, 0.25]], extent: image.extent), image.gaussianBlurred(sigma: 2),
            line(clamped, [[-1, 1]], extent: .infinite), line(clamped, [[0.5, 0.5], [0.9]], extent: .infinite),
            line(clamped, [[1], []], extent: .infinite), other.clamped(to: other.extent).gaussianBlurred(sigma: 2),
        ]
        for node in unknown { #expect(!AlphaAnalysis.isOpaqueOrMean(node), "\(node)") }
    }

    @Test("an operator without its images has all other properties, and keeps no picture") func withoutImages() throws {
        let image = try Recipe.source(alpha: .opaque)
        let weights = [LineConvolution.WeightSet(first: 0, weights: [0.5, 0.5])]
        let operation = LineConvolution(name: "mean", input: image, axis: .vertical, weightSets: weights, step: 2)
        let bare = operation.withoutImages
        #expect(bare.identity == operation.identity && bare.name == "mean" && bare.step == 2)
        #expect(bare.inputs.count == 1 && bare.inputs.allSatisfy { $0.extent.isNull })
    }

    @Test("alpha of opaque images needs no work") func drop() throws {
        let image = try Recipe.source(alpha: .opaque)
        #expect(try Recipe.optimised(image.unpremultiplied(), DropOpaqueAlpha()) === image)
        #expect(try Recipe.optimised(image.premultiplied(), DropOpaqueAlpha()) === image)
        let other = try Recipe.source(alpha: .premultiplied)
        #expect(try Recipe.optimised(other.premultiplied(), DropOpaqueAlpha()).nodeCount == 2)
    }

    @Test("multiplication and division cancel only where colour vanishes with alpha") func cancel() throws {
        let straight = try Recipe.source(alpha: .unpremultiplied)
        #expect(try Recipe.optimised(straight.unpremultiplied().premultiplied(), CancelAlphaPairs()) === straight)
        #expect(try Recipe.optimised(straight.premultiplied().unpremultiplied(), CancelAlphaPairs()) === straight)
        let glow = try Recipe.source(alpha: .premultiplied)
        #expect(try Recipe.optimised(glow.unpremultiplied().premultiplied(), CancelAlphaPairs()).nodeCount == 3)
        let kernel = try Recipe.kernel("kernel vec4 f(__sample s) { return s * vec4(1.0, 1.0, 1.0, 0.5); }", [straight])
        #expect(try Recipe.optimised(kernel.premultiplied().unpremultiplied(), CancelAlphaPairs()).nodeCount == 4)
    }

    @Test("only visible inputs of a blend are computed") func hidden() throws {
        let image = try Recipe.source(alpha: .opaque)
        let other = try Recipe.source(alpha: .premultiplied)
        func result(_ images: [ImageNode], _ text: String = Recipe.over, extent: CGRect? = nil) throws -> ImageNode {
            try Recipe.optimised(Recipe.kernel(text, images, extent: extent ?? image.extent), SkipHidden())
        }
        #expect(try result([image, other]) === image)
        #expect(try result([.empty, other]) === other)
        #expect(try result([other, .empty]) === other)
        #expect(try result([other, image]).nodeCount == 3)
        // The result is wider than the foreground, which is transparent there.
        #expect(
            try result([image, other.clamped(to: other.extent)], extent: image.extent.insetBy(dx: -2, dy: 0)).nodeCount
                == 4
        )
        let multiply = "kernel vec4 multiply(__sample f, __sample b) { return f * b; }"
        #expect(try result([.empty, other], multiply).isTransparent)
        let masked = "kernel vec4 masked(__sample a, __sample b, __sample m) { return b * (1.0 - m.a) + a * m.a; }"
        #expect(try result([other, other.unpremultiplied(), image], masked) === other)
        #expect(
            try result([other, other.unpremultiplied(), .empty], masked).operationNames == ["unpremultiply", "source"])
    }

    @Test("a kernel whose branch is decided by an argument is replaced by the selected input") func branches() throws {
        let image = try Recipe.source()
        let text = """
            kernel vec4 choose(__sample a, __sample b, float k) {
                vec4 result = a;
                if (k > 0.5) { result = b; }
                return result;
            }
            """
        func chosen(_ k: Float) throws -> ImageNode {
            try Recipe.optimised(Recipe.kernel(text, [image, image.premultiplied()], numbers: [k]), DropIdentities())
        }
        #expect(try chosen(0) === image)
        #expect(try chosen(1).operationNames == ["premultiply", "source"])
        let varying = try Recipe.kernel(
            "kernel vec4 f(__sample a) { vec4 r = a; for (int i = 0; i < int(a.r * 4.0); i++) { r = r * 2.0; } return r; }",
            [image])
        #expect(try Recipe.optimised(varying, DropIdentities()) === varying)
    }
}
