import Foundation
import Pixels
import Testing

@testable import ImageGraph

@Suite("Rules for crops and clamps") struct CropRuleTests {
    @Test("a crop after a chain of filters moves to the source") func crop() throws {
        var image = try Recipe.source(100, 80)
        for _ in 0..<40 { image = try Recipe.kernel(Recipe.invert, [image]) }
        let part = CGRect(x: 10, y: 20, width: 5, height: 7)
        let result = try Recipe.optimised(image.cropped(to: part), PushCrops())
        #expect(result.operationNames == Array(repeating: "kernel invert", count: 40) + ["crop", "source"])
        #expect(result.extent == part)
        #expect(result.input.extent == part)
    }

    @Test("a crop before a blur keeps the blur's margin, at negative origins too") func blur() throws {
        let image = try Recipe.source(100, 80).transformed(by: CGAffineTransform(translationX: -50, y: -40))
        let part = CGRect(x: -20, y: -10, width: 4, height: 4)
        let result = try Recipe.optimised(image.gaussianBlurred(sigma: 1).cropped(to: part), PushCrops())
        #expect(result.operationNames == ["gaussian blur", "gaussian blur", "transform", "crop", "source"])
        // Three standard deviations each way, moved by (50, 40).
        let crop = result.input.input.input
        #expect(crop.extent == CGRect(x: 27, y: 27, width: 10, height: 10))
    }

    @Test("a step with other readers is not moved across") func shared() throws {
        let image = try Recipe.kernel(Recipe.invert, [Recipe.source()])
        let part = image.cropped(to: CGRect(x: 1, y: 1, width: 2, height: 2))
        let both = try Recipe.kernel(Recipe.over, [part, image], extent: image.extent)
        let result = try Recipe.optimised(both, PushCrops())
        #expect(result === both)
    }

    @Test("an image whose extent the kernel asks for, or that repeats its edges, stays whole") func dependent() throws {
        let source = try Recipe.source()
        let part = CGRect(x: 1, y: 1, width: 2, height: 2)
        let text =
            "kernel vec4 f(sampler s) { return samplerExtent(s).z > 4.0 ? sample(s, samplerCoord(s)) : vec4(1.0); }"
        let asking = try Recipe.optimised(Recipe.kernel(text, [source]).cropped(to: part), PushCrops())
        #expect(asking.extent == part && asking.input === source)
        let program = try Recipe.program(Recipe.invert)
        let clamping = try ImageNode.kernel(
            program, arguments: [.image(SampledImage(source, wrap: .clamp))], extent: .infinite)
        let result = try Recipe.optimised(clamping.cropped(to: part), PushCrops())
        #expect(result.extent == part && result.input === source)
    }

    @Test("a crop inside a clamp leaves the clamp out; one across its edge keeps what is repeated") func clamp() throws
    {
        let source = try Recipe.source(10, 10)
        let clamped = source.clamped(to: source.extent)
        let inside = CGRect(x: 2, y: 3, width: 4, height: 4)
        #expect(
            try Recipe.optimised(clamped.cropped(to: inside), SimplifyClampCrop()).operationNames == ["crop", "source"])
        let across = CGRect(x: -5, y: 8, width: 7, height: 9)
        let result = try Recipe.optimised(clamped.cropped(to: across), PushCrops())
        #expect(result.operationNames == ["crop", "clamp", "crop", "source"])
        #expect(result.input.input.extent == CGRect(x: 0, y: 8, width: 2, height: 2))
        #expect(result.extent == across)
    }

    @Test("clamps of clamps and crops become one") func pairs() throws {
        let source = try Recipe.source(10, 10)
        let left = CGRect(x: 1, y: 1, width: 4, height: 4)
        let right = CGRect(x: 3, y: 3, width: 4, height: 4)
        func rect(_ node: ImageNode) throws -> CGRect? {
            guard case .clamp(let image, let rect) = node.operation else { return nil }
            #expect(image === source)
            return rect
        }
        let twice = try Recipe.optimised(source.clamped(to: left).clamped(to: right), SimplifyClampCrop())
        #expect(try rect(twice) == CGRect(x: 3, y: 3, width: 2, height: 2))
        let away = CGRect(x: 20, y: 2, width: 3, height: 1)
        let edge = try Recipe.optimised(source.clamped(to: left).clamped(to: away), SimplifyClampCrop())
        #expect(try rect(edge) == CGRect(x: 4, y: 2, width: 1, height: 1))
        let crops = try Recipe.optimised(source.cropped(to: left).cropped(to: right), SimplifyClampCrop())
        #expect(crops.operationNames == ["crop", "source"])
        #expect(crops.extent == CGRect(x: 3, y: 3, width: 2, height: 2))
    }

    @Test("a colour cut to a rectangle is a colour with an extent") func constant() throws {
        let part = CGRect(x: -3, y: 2, width: 5, height: 1)
        let result = try Recipe.optimised(Recipe.color().cropped(to: part), SimplifyClampCrop())
        #expect(result.operationNames == ["constant"] && result.extent == part)
    }

    @Test("operations on empty images are removed") func empty() throws {
        let nothing = try Recipe.source().cropped(to: CGRect(x: 50, y: 50, width: 5, height: 5))
        let node = ImageNode(
            .premultiply(ImageNode(.clamp(nothing, CGRect(x: 0, y: 0, width: 1, height: 1)), extent: .infinite)),
            extent: .infinite)
        let result = try Recipe.optimised(node, EmptyRegions())
        #expect(result.operationNames == ["constant"] && result.isTransparent && result.extent.isInfinite)
    }

    @Test("an image outside the visible region isn't read") func unseen() throws {
        let near = try Recipe.source()
        let far = try Recipe.source().transformed(by: CGAffineTransform(translationX: 1000, y: 0))
        let node = try Recipe.kernel(Recipe.over, [far, near], extent: .infinite)
        let seen = CGRect(x: 0, y: 0, width: 10, height: 10)
        let result = try Recipe.optimised(node, ClipToVisible(), visible: seen)
        #expect(result.operation.inputs[0].isTransparent && result.operation.inputs[1] === near)
        let whole = try Recipe.optimised(node, ClipToVisible(), visible: .infinite)
        #expect(whole === node)
        // Together with the rules for blends, only the near image is left.
        let all = try Recipe.optimised(
            Recipe.kernel(Recipe.over, [far, near], extent: near.extent), ClipToVisible(), SkipHidden(), visible: seen)
        #expect(all === near)
    }
}
