import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

@Suite("Rules that drop and join steps") struct SimplificationRuleTests {
    private func transform(_ node: ImageNode) throws -> CGAffineTransform {
        guard case .transform(_, let transform, _) = node.operation else {
            Issue.record("\(node)")
            return .identity
        }
        return transform
    }

    @Test("equal steps over one image are computed once, whatever text their kernels came from") func sharing() throws {
        let source = try Recipe.source()
        func branch() throws -> ImageNode {
            try Recipe.kernel(Recipe.invert, [source.gaussianBlurred(sigma: 2).cropped(to: source.extent)])
        }
        let node = try Recipe.kernel(Recipe.over, [branch(), branch()])
        let result = try Recipe.optimised(node, ShareCommonSubgraphs())
        // Before, the branches share only the source. Afterwards, one of them remains, with the source and the result.
        #expect(node.nodeCount >= 8 && result.nodeCount == node.nodeCount / 2 + 1)
        #expect(result.operation.inputs[0] === result.operation.inputs[1])
    }

    @Test("kernels with other arguments, and those with unknown regions, stay apart") func distinct() throws {
        let source = try Recipe.source()
        let gain = "kernel vec4 gain(__sample s, float k) { return s * k; }"
        let shift = "kernel vec4 shift(sampler s) { return sample(s, samplerTransform(s, destCoord() + 1.0)); }"
        for (first, second) in [
            (
                try Recipe.kernel(gain, [source], numbers: [1.5]), try Recipe.kernel(gain, [source], numbers: [2])
            ), (try Recipe.kernel(shift, [source], margin: 2), try Recipe.kernel(shift, [source], margin: 2)),
        ] {
            let node = try Recipe.kernel(Recipe.over, [first, second])
            #expect(try Recipe.optimised(node, ShareCommonSubgraphs()) === node)
        }
        func known(_ name: String) throws -> ImageNode {
            try .kernel(
                Recipe.program(shift), arguments: [.image(SampledImage(source))], extent: source.extent,
                regionOfInterest: { $1.insetBy(dx: -2, dy: -2) }, regionIdentity: name)
        }
        let same = try Recipe.kernel(Recipe.over, [known("two"), known("two")])
        #expect(try Recipe.optimised(same, ShareCommonSubgraphs()).nodeCount == 3)
        let other = try Recipe.kernel(Recipe.over, [known("two"), known("three")])
        #expect(try Recipe.optimised(other, ShareCommonSubgraphs()).nodeCount == 4)
    }

    @Test("operations without effect are removed") func identities() throws {
        let source = try Recipe.source()
        let copy = try Recipe.kernel("kernel vec4 copy(__sample s) { return s; }", [source])
        #expect(try Recipe.optimised(copy, DropIdentities()) === source)
        let unit = try Recipe.kernel("kernel vec4 gain(__sample s, float k) { return s * k; }", [source], numbers: [1])
        #expect(try Recipe.optimised(unit, DropIdentities()) === source)
        let moved = ImageNode(
            .transform(source, CGAffineTransform(translationX: 1e-7, y: 0), .linear), extent: source.extent)
        #expect(try Recipe.optimised(moved, DropIdentities()) === source)
        let uncut = ImageNode(.crop(source, source.extent.insetBy(dx: -3, dy: 0)), extent: source.extent)
        #expect(try Recipe.optimised(uncut, DropIdentities()) === source)
        let same = source.converted(from: nil, to: Recipe.linear)
        #expect(try Recipe.optimised(same, DropIdentities()) === source)
        #expect(try Recipe.optimised(source.converted(from: nil, to: Recipe.sRGB), DropIdentities()).nodeCount == 2)
        #expect(
            try Recipe.optimised(source.converted(from: nil, to: Recipe.sRGB), DropIdentities(), space: nil) === source)
    }

    @Test("a kernel that copies a part is a crop; one that reads elsewhere stays") func copies() throws {
        let source = try Recipe.source()
        let part = CGRect(x: 1, y: 1, width: 3, height: 3)
        let copy = "kernel vec4 copy(__sample s) { return s; }"
        #expect(
            try Recipe.optimised(Recipe.kernel(copy, [source], extent: part), DropIdentities()).operationNames == [
                "crop", "source",
            ])
        let larger = try Recipe.kernel(copy, [source], extent: source.extent.insetBy(dx: -1, dy: 0))
        #expect(try Recipe.optimised(larger, DropIdentities()) === larger)
        let moved = try ImageNode.kernel(
            Recipe.program(copy),
            arguments: [.image(SampledImage(source, transform: CGAffineTransform(translationX: 1, y: 0)))],
            extent: source.extent)
        #expect(try Recipe.optimised(moved, DropIdentities()) === moved)
    }

    @Test("transforms are concatenated; the extent stays") func transforms() throws {
        let source = try Recipe.source()
        let turn = CGAffineTransform(rotationAngle: 0.5)
        let scale = CGAffineTransform(scaleX: 2, y: 0.5)
        let node = source.transformed(by: turn).transformed(by: scale).transformed(by: turn)
        let result = try Recipe.optimised(node, JoinTransforms())
        #expect(result.operationNames == ["transform", "source"] && result.extent == node.extent)
        let product = turn.concatenating(scale).concatenating(turn)
        let point = CGPoint(x: 3, y: -7)
        let (actual, expected) = (point.applying(try transform(result)), point.applying(product))
        #expect(abs(actual.x - expected.x) < 1e-12 && abs(actual.y - expected.y) < 1e-12)
        // Joining the transforms must not restore pixels that were cut off between two rotations.
        let cut = ImageNode(
            .transform(source, turn, .linear), extent: CGRect(x: 1, y: 1, width: 2, height: 2))
        #expect(try Recipe.optimised(cut.transformed(by: turn), JoinTransforms()).operationNames.count == 3)
        let shifted = cut.transformed(by: CGAffineTransform(translationX: 5, y: 5))
        #expect(try Recipe.optimised(shifted, JoinTransforms()).operationNames.count == 2)
        let mixed = source.transformed(by: turn, interpolation: .nearest).transformed(by: scale)
        #expect(try Recipe.optimised(mixed, JoinTransforms()).operationNames.count == 3)
    }

    @Test("a picture is made smaller before its colours are worked on, where those are matrices") func downscale()
        throws
    {
        let source = try Recipe.source()
        let half = CGAffineTransform(scaleX: 0.5, y: 0.5)
        let twice = "kernel vec4 gain(__sample s, float k) { return vec4(s.rgb * k, s.a); }"
        func colored() throws -> ImageNode {
            try Recipe.kernel(twice, [Recipe.kernel(Recipe.invert, [source])], numbers: [2])
        }
        let result = try Recipe.optimised(colored().transformed(by: half), DownscaleFirst())
        #expect(result.operationNames == ["kernel gain", "kernel invert", "transform", "source"])
        #expect(result.extent == CGRect(x: 0, y: 0, width: 4, height: 3) && result.input.extent == result.extent)
        let unchanged: [ImageNode] = [
            // An enlargement, a nonlinear kernel, one that adds a constant, and one that depends on the coordinates.
            try colored().transformed(by: CGAffineTransform(scaleX: 2, y: 2)),
            try Recipe.kernel("kernel vec4 f(__sample s) { return s * s; }", [source]).transformed(by: half),
            try Recipe.kernel("kernel vec4 f(__sample s) { return s + 0.5; }", [source]).transformed(by: half),
            try Recipe.kernel("kernel vec4 f(__sample s) { return s * destCoord().x; }", [source])
                .transformed(by: half),
        ]
        for node in unchanged { #expect(try Recipe.optimised(node, DownscaleFirst()) === node) }
    }

    @Test("opposite whole-pixel translations cancel") func back() throws {
        let source = try Recipe.source()
        let node = source.transformed(by: CGAffineTransform(translationX: 7, y: -3))
            .transformed(by: CGAffineTransform(translationX: -7, y: 3))
        #expect(try Recipe.optimised(node, JoinTransforms(), DropIdentities()) === source)
    }

    @Test("opposite colour conversions cancel if both spaces are unbounded and colour is 0 where alpha is 0")
    func conversions() throws {
        let opaque = try Recipe.source(alpha: .opaque)
        func thereAndBack(_ node: ImageNode, _ space: CGColorSpace?) -> ImageNode {
            node.converted(from: nil, to: space).converted(from: space, to: nil)
        }
        #expect(try Recipe.optimised(thereAndBack(opaque, Recipe.sRGB), CancelColorPairs()) === opaque)
        let glow = try Recipe.source(alpha: .premultiplied)
        #expect(try Recipe.optimised(thereAndBack(glow, Recipe.sRGB), CancelColorPairs()).nodeCount == 3)
        let gray = CGColorSpace(name: CGColorSpace.genericGrayGamma2_2)
        #expect(try Recipe.optimised(thereAndBack(opaque, gray), CancelColorPairs()).nodeCount == 3)
        let onwards = opaque.converted(from: nil, to: Recipe.sRGB).converted(from: Recipe.sRGB, to: Recipe.displayP3)
        let result = try Recipe.optimised(onwards, CancelColorPairs())
        #expect(result.operationNames == ["convert", "source"])
        let veil = try Recipe.kernel("kernel vec4 veil(__sample s) { return vec4(s.rgb * s.a, s.a); }", [glow])
        #expect(try Recipe.optimised(thereAndBack(veil, Recipe.sRGB), CancelColorPairs()) === veil)
        let inverted = try Recipe.kernel(Recipe.invert, [glow])
        #expect(try Recipe.optimised(thereAndBack(inverted, Recipe.sRGB), CancelColorPairs()).nodeCount == 4)
    }

    @Test("a source needed only in its own colour space is read without conversion")
    func sourceConversions() throws {
        let source = try Recipe.source(alpha: .opaque)
        let own = try Recipe.optimised(source.converted(from: nil, to: Recipe.sRGB), CancelColorPairs())
        guard case .source(_, colorManaged: false) = own.operation else {
            Issue.record("\(own)")
            return
        }
        let other = source.converted(from: nil, to: Recipe.displayP3)
        #expect(try Recipe.optimised(other, CancelColorPairs()) === other)
        let shared = try Recipe.kernel(Recipe.over, [source.converted(from: nil, to: Recipe.sRGB), source])
        #expect(try Recipe.optimised(shared, CancelColorPairs()) === shared)
        let glow = try Recipe.source(alpha: .premultiplied).converted(from: nil, to: Recipe.sRGB)
        #expect(try Recipe.optimised(glow, CancelColorPairs()) === glow)
    }

    @Test("the image of a table is marked as not colour managed") func tables() throws {
        let table = try Recipe.source(4, 4).converted(from: nil, to: Recipe.sRGB)
        let text =
            "kernel vec4 look(sampler s, __table t) { return sample(s, samplerCoord(s)) + sample(t, samplerCoord(t)); }"
        let node = try Recipe.kernel(text, [Recipe.source(), table])
        let result = try Recipe.optimised(node, SeparateTables())
        guard case .source(_, colorManaged: false) = result.operation.inputs[1].operation,
            case .source(_, colorManaged: true) = result.operation.inputs[0].operation
        else {
            Issue.record("\(result)")
            return
        }
        #expect(result.operation.inputs[1].extent == table.extent)
    }
}
