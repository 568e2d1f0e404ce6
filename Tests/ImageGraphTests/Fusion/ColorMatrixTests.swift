import Foundation
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

@Suite("Colour matrices") struct ColorMatrixTests {
    /// Kernels that multiply a colour by a matrix, with their arguments.
    private static let matrices: [(text: String, arguments: [[Float]])] = [
        ("kernel vec4 gain(__sample s, float g) { return vec4(s.rgb * g, s.a); }", [[1.5]]),
        ("kernel vec4 invert(__sample s) { return vec4(s.a - s.rgb, s.a); }", []),
        (
            "kernel vec4 sepia(__sample s, vec3 r, vec3 g, vec3 b) { return vec4(dot(s.rgb, r), dot(s.rgb, g), dot(s.rgb, b), s.a); }",
            [[0.39, 0.77, 0.19], [0.35, 0.69, 0.17], [0.27, 0.53, 0.13]]
        ),
        (
            "kernel vec4 contrast(__sample s, float c) { vec4 u = unpremultiply(s); u.rgb = (u.rgb - 0.5) * c + 0.5; return premultiply(u); }",
            [[1.75]]
        ),
        (
            """
            kernel vec4 controls(__sample s, float saturation, float brightness) {
                vec4 u = unpremultiply(s);
                float grey = dot(u.rgb, vec3(0.2126, 0.7152, 0.0722));
                return premultiply(vec4(mix(vec3(grey), u.rgb, saturation) + brightness, u.a));
            }
            """, [[0.3], [0.125]]
        ),
        (
            "kernel vec4 hue(__sample s, mat3 m) { return vec4(m * s.rgb, s.a); }",
            [[0.2, 0.7, 0.1, 0.5, 0.3, 0.2, 0.9, -0.3, 0.4]]
        ),
        ("kernel vec4 opaque(__sample s) { return vec4(s.rgb, 1.0); }", []),
        (
            "kernel vec4 swap(__sample s, bool b) { if (b) { s = s.bgra; } else { s.r = pow(s.r, 2.0); } return s; }",
            [[1]]
        ),
        (
            "kernel vec4 loop(__sample s, float p) { for (int i = 0; i < 3; i++) { s.rgb = s.gbr * 0.5 + s.rgb * exp(p); } return s; }",
            [[-1]]
        ),
    ]

    private static func kernels(_ text: String) throws -> Program { try TestKernels.program(text) }

    /// Premultiplied pixels: transparent, opaque, between.
    private let picture = ImageNode.source(NoisePicture(8, 8, seed: 3))
    private let region = PixelRect(x: 0, y: 0, width: 8, height: 8)

    private func node(_ program: Program, _ numbers: [[Float]], on image: ImageNode) throws -> ImageNode {
        try .kernel(
            program, arguments: [.image(SampledImage(image))] + numbers.map { .numbers($0) }, extent: image.extent)
    }

    private func optimised(_ root: ImageNode, _ rules: [any GraphRule]) throws -> ImageNode {
        let context = OptimisationContext(
            workingColorSpace: nil, visible: region.cgRect, backend: CompilingInterpreter.compiling)
        return try GraphOptimiser(rules: rules).optimise(root, in: context).root
    }

    @Test("the matrix of a kernel maps pixels as the kernel does", arguments: 0..<9)
    func analysis(index: Int) throws {
        let (text, arguments) = Self.matrices[index]
        let program = try Self.kernels(text)
        let matrix = try #require(ColorMatrixAnalysis.matrix(of: [(program, [[]] + arguments)]))
        let before = try RecipeEvaluator().pixels(of: picture, region)
        let after = try RecipeEvaluator().pixels(of: node(program, arguments, on: picture), region)
        for y in 0..<8 {
            for x in 0..<8 {
                let pixel = SIMD4<Double>(before[x, y])
                for channel in 0..<4 {
                    let expected = (matrix.rows[channel] * pixel).sum() + matrix.bias[channel]
                    #expect(abs(Double(after[x, y][channel]) - expected) < 0x1p-18, "\(program.name) \(x) \(y)")
                }
            }
        }
    }

    @Test(
        "kernels that aren't matrices are not recognised as such",
        arguments: [
            "kernel vec4 threshold(__sample s) { return s.r > 0.5 ? s : vec4(0.0); }",
            "kernel vec4 bounded(__sample s) { return clamp(s, 0.0, 1.0); }",
            "kernel vec4 product(__sample s) { return vec4(s.r * s.g, s.gba); }",
            "kernel vec4 gamma(__sample s) { return vec4(pow(s.rgb, vec3(2.2)), s.a); }",
            "kernel vec4 place(__sample s) { return s * destCoord().x; }",
            "kernel vec4 straight(__sample s) { return unpremultiply(s); }",
            "kernel vec4 doubled(__sample s) { return premultiply(s); }",
            "kernel vec4 holes(__sample s) { return s.a > 0.0 ? s : vec4(1.0); }",
            "kernel vec4 filled(__sample s) { vec4 u = unpremultiply(s); return u.a == 0.0 ? vec4(0.5) : premultiply(u); }",
            "kernel vec4 unbounded(__sample s) { return s * 1.0e9; }",
            "kernel vec4 endless(__sample s) { while (true) { s.r = s.r + 1.0; } return s; }",
            "kernel vec4 moreAlpha(__sample s) { return s.a > 0.5 ? s : s * 2.0; }",
            "kernel vec4 reciprocal(__sample s) { return vec4(s.rgb, 1.0) / s.a; }",
        ])
    func refusals(text: String) throws {
        #expect(ColorMatrixAnalysis.matrix(of: [(try Self.kernels(text), [[]])]) == nil)
    }

    @Test("after alpha has been dropped, dividing by it is not undone") func droppedAlpha() throws {
        let dropped = try Self.kernels("kernel vec4 dropped(__sample s) { return vec4(s.rgb, 0.0); }")
        let divided = try Self.kernels("kernel vec4 again(__sample s) { return premultiply(unpremultiply(s)); }")
        let matrix = try #require(ColorMatrixAnalysis.matrix(of: [(dropped, [[]]), (divided, [[]])]))
        #expect(matrix.rows.allSatisfy { $0 == .zero } && matrix.bias == .zero, "colour times alpha 0")
    }

    @Test("sepia, hue and contrast become one matrix") func chain() throws {
        var image = picture
        for index in [2, 5, 3] {
            image = try node(Self.kernels(Self.matrices[index].text), Self.matrices[index].arguments, on: image)
        }
        let result = try optimised(image, [MultiplyColorMatrices()])
        guard case .kernel(let joined) = result.operation else {
            Issue.record("\(result)")
            return
        }
        #expect(joined.program.name == "colorMatrix" && joined.parts == 3 && joined.images[0].node === picture)
        let difference = try RecipeEvaluator().pixels(of: image, region)
            .difference(to: RecipeEvaluator().pixels(of: result, region))
        #expect(difference < 0x1p-18)
    }

    @Test("dividing by alpha before a matrix and multiplying after it cancel") func alpha() throws {
        let hue = Self.matrices[5]
        let inner = try node(Self.kernels(hue.text), hue.arguments, on: picture.unpremultiplied())
        let image = inner.premultiplied()
        let result = try optimised(image, [LowerAlpha(), MultiplyColorMatrices()])
        guard case .kernel(let joined) = result.operation else {
            Issue.record("\(result)")
            return
        }
        #expect(joined.program.name == "colorMatrix" && joined.images[0].node === picture)
        let difference = try RecipeEvaluator().pixels(of: image, region)
            .difference(to: RecipeEvaluator().pixels(of: result, region))
        #expect(difference < 0x1p-18)
    }

    @Test("where the inner kernel ends before the outer one, they stay apart") func extents() throws {
        let gain = Self.matrices[4]
        let inner = try ImageNode.kernel(
            Self.kernels(gain.text),
            arguments: [.image(SampledImage(picture))] + gain.arguments.map { .numbers($0) },
            extent: CGRect(x: 2, y: 2, width: 3, height: 3))
        let outer = try ImageNode.kernel(
            Self.kernels(gain.text), arguments: [.image(SampledImage(inner))] + gain.arguments.map { .numbers($0) },
            extent: picture.extent)
        let result = try optimised(outer, [MultiplyColorMatrices(), FusePointwise(), SimplifyFusedKernels()])
        let difference = try RecipeEvaluator().pixels(of: outer, region)
            .difference(to: RecipeEvaluator().pixels(of: result, region))
        #expect(difference < 0x1p-18)
    }

    /// `ColorMatrixLongTests` has more.
    @Test("random chains of matrices and other kernels") func random() throws { try expectSame(chains: 100) }

    /// Expects that random chains have the same pixels before and after, and that many of them are joined.
    func expectSame(chains: Int) throws {
        let others = ["kernel vec4 bounded(__sample s) { return clamp(s, 0.0, 1.0); }"]
        let programs = try (Self.matrices.map { ($0.text, $0.arguments) } + others.map { ($0, []) }).map {
            (program: try Self.kernels($0.0), arguments: $0.1)
        }
        var joined = 0
        for seed in 0..<UInt64(chains) {
            var random = SeededGenerator(seed: seed)
            var image = ImageNode.source(NoisePicture(8, 8, seed: seed))
            for _ in 0..<(2 + random.below(7)) {
                switch random.below(10) {
                case 0: image = image.cropped(to: CGRect(x: random.below(4), y: random.below(4), width: 4, height: 5))
                case 1: image = image.unpremultiplied()
                case 2: image = image.premultiplied()
                default:
                    let (program, arguments) = random.element(programs)
                    image = try node(program, arguments, on: image)
                }
            }
            let result = try optimised(
                image, [LowerAlpha(), MultiplyColorMatrices(), FusePointwise(), SimplifyFusedKernels()])
            if "\(result)".contains("colorMatrix") { joined += 1 }
            let difference = try RecipeEvaluator().pixels(of: image, region)
                .difference(to: RecipeEvaluator().pixels(of: result, region))
            guard difference < 0x1p-18 else {
                Issue.record("seed \(seed): \(difference)\n\(image)\nbecame\n\(result)")
                return
            }
        }
        #expect(joined > chains / 4)
    }
}

@Suite("Colour matrices in many chains") struct ColorMatrixLongTests {
    @Test("random chains of matrices and other kernels") func random() throws {
        try ColorMatrixTests().expectSame(chains: 400)
    }
}
