import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Sources that are decoded at a fraction of their size. The oracle of pixels is a plane: a linear function of the
/// position, which every resampling keeps.
@Suite("Reduced sources")
struct ReduceSourcesTests {
    /// Values that grow by a different amount in every channel and along both axes.
    private static func plane(_ x: Double, _ y: Double) -> SIMD4<Float> {
        SIMD4(Float(x), Float(y), Float(2 * x - y), Float(300 + x + 3 * y))
    }

    private static func picture(_ width: Int = 203, _ height: Int = 155) -> ImageNode {
        .source(ReduciblePattern(width, height) { x, y in plane(Double(x) + 0.5, Double(y) + 0.5) })
    }

    private static func clamped(_ node: ImageNode) -> ImageNode { node.clamped(to: node.extent) }

    private static let renderer = Renderer(
        configuration: RendererConfiguration(
            workingColorSpace: nil, backend: ClosureBackend(), tileWidth: 32, tileHeight: 32, threadCount: 2,
            memoryLimit: 1 << 28, intermediateFormat: .RGBAf))

    private static func optimised(_ node: ImageNode) throws -> ImageNode {
        let context = OptimisationContext(
            workingColorSpace: nil, visible: CGRect(x: 0, y: 0, width: 50, height: 50), backend: ClosureBackend())
        return try GraphOptimiser(rules: [ReduceSources()]).optimise(node, in: context).root
    }

    /// The widths of the sources that a recipe reads after the rule.
    private static func widths(_ node: ImageNode) throws -> [Int] {
        try optimised(node).nodesInputsFirst.compactMap { node in
            if case .source(let source, _) = node.operation { source.width } else { nil }
        }
    }

    @Test(
        "the reduction leaves enough pixels for the resampling",
        arguments: [
            (0.9, 203), (0.68, 203), (0.334, 203), (1 / 3.0, 102), (0.25, 102), (0.126, 102), (0.125, 51), (0.05, 51),
            (1 / 24.0, 26), (0.01, 26), (0.002, 26),
        ])
    func factors(scale: Double, width: Int) throws {
        let image = Self.clamped(Self.picture())
        #expect(try Self.widths(image.lanczosScaled(x: scale, y: scale)) == [width])
        #expect(try Self.widths(image.bicubicScaled(x: scale, y: scale, b: 0.5, c: 0.2)) == [width])
        // The axis that shrinks less decides.
        #expect(try Self.widths(image.lanczosScaled(x: scale, y: 1)) == [203])
        #expect(try Self.widths(image.lanczosScaled(x: scale / 2, y: scale)) == [width])
    }

    @Test("a source that is also read in another way is decoded in full") func otherUses() throws {
        let picture = Self.picture()
        let small = Self.clamped(picture).lanczosScaled(x: 0.1, y: 0.1)
        let program = Program.named("over", parameters: [.sample, .sample])
        func over(_ a: ImageNode, _ b: ImageNode) throws -> ImageNode {
            try .kernel(program, arguments: [.image(SampledImage(a)), .image(SampledImage(b))], extent: picture.extent)
        }
        #expect(try Self.widths(over(small, small.cropped(to: picture.extent))) == [51])
        #expect(try Self.widths(over(small, picture)) == [203])
        #expect(try Self.widths(over(small, Self.clamped(picture))) == [203])
        guard case .source(let source, _) = picture.operation else { return }
        #expect(try Self.widths(over(small, .source(source))) == [203, 203])
        // The result that shrinks less decides for both.
        let larger = Self.clamped(picture).lanczosScaled(x: 0.3, y: 0.3)
        #expect(try Set(Self.widths(over(small, larger))) == [102])
        let largest = Self.clamped(picture).lanczosScaled(x: 0.7, y: 0.7)
        #expect(try Set(Self.widths(over(small, largest))) == [203])
        #expect(try Self.widths(picture) == [203])
    }

    @Test("anything but placements before the resampling keeps the source") func otherSteps() throws {
        let picture = Self.picture()
        let kernel = try ImageNode.kernel(
            .named("grade"), arguments: [.image(SampledImage(picture))], extent: picture.extent)
        let half = CGAffineTransform(translationX: 0.5, y: 0)
        let others = [
            // Edges that fade would fade over larger pixels.
            picture, Self.clamped(kernel), Self.clamped(picture.premultiplied()),
            Self.clamped(picture.transformed(by: half)),
            Self.clamped(picture.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))),
            // No whole block is visible.
            picture.clamped(to: CGRect(x: 3, y: 0, width: 2, height: 155)),
        ]
        for other in others { #expect(try Self.widths(other.lanczosScaled(x: 0.25, y: 0.25)) == [203]) }
        let plain = ImageNode.source(PatternSource(203, 155))
        let scaled = Self.clamped(plain).lanczosScaled(x: 0.25, y: 0.25)
        #expect(try Self.optimised(scaled) === scaled)
    }

    /// The eight ways to place pixels, by the columns of their matrices.
    static let turns: [(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat)] = [
        (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0),
        (0, -1, -1, 0),
    ]

    @Test("pixels are where they were, turned, moved, cropped, and at odd sizes", arguments: 0..<8, [2, 4, 8])
    func positions(turn: Int, factor: Int) throws {
        let (a, b, c, d) = Self.turns[turn]
        let transform = CGAffineTransform(a: a, b: b, c: c, d: d, tx: 17, ty: -30)
        let inverse = transform.inverted()
        for (width, height) in [(208, 160), (203, 155), (201, 159)] {
            let picture = Self.picture(width, height)
            let part = CGRect(x: 13, y: 21, width: 170, height: 120)
            for image in [picture, picture.cropped(to: part)] {
                let placed = image.transformed(by: transform)
                let scale = 1 / (Double(factor) * 3.1)
                let scaled = Self.clamped(placed).lanczosScaled(x: scale, y: scale * 0.93)
                #expect(try Self.widths(scaled) == [(width + factor - 1) / factor])
                // Three pixels from the edges, these have no influence.
                let inner = placed.extent.insetBy(dx: 3.5 / scale, dy: 3.5 / scale / 0.93)
                let region = PixelRect(
                    enclosing: CGRect(
                        x: inner.minX * scale, y: inner.minY * scale * 0.93, width: inner.width * scale,
                        height: inner.height * scale * 0.93
                    ).insetBy(dx: 0.6, dy: 0.6))
                if region.isEmpty { continue }
                let pixels = try Self.renderer.render(scaled, region: region)
                for point in region.coordinates {
                    let center = CGPoint(x: (Double(point.x) + 0.5) / scale, y: (Double(point.y) + 0.5) / scale / 0.93)
                        .applying(inverse)
                    let expected = Self.plane(Double(center.x), Double(center.y))
                    let error = pixels[point.x, point.y] - expected
                    // A fiftieth of a pixel of the result, in all channels.
                    let limit = Float(0.02 / scale) * SIMD4(1, 1, 3, 4)
                    #expect(
                        (0..<4).allSatisfy { abs(error[$0]) < limit[$0] },
                        "\(width) × \(height), \(image === picture ? "whole" : "cropped"), \(point): \(error)")
                }
            }
        }
    }

    @Test("edges show no pixel that lies outside in part", arguments: [0.01, 0.04, 0.1, 0.125, 0.25, 0.33])
    func edges(scale: Double) throws {
        for (width, height) in [(800, 640), (807, 641), (801, 647)] {
            let color = SIMD4<Float>(0.25, 0.5, 0.75, 1)
            let picture = ImageNode.source(ReduciblePattern(width, height) { _, _ in color })
            let scaled = Self.clamped(picture).lanczosScaled(x: scale, y: scale)
            #expect(try Self.widths(scaled)[0] < width)
            let region = PixelRect(
                x: -2, y: -2, width: Int(Double(width) * scale) + 4, height: Int(Double(height) * scale) + 4)
            let pixels = try Self.renderer.render(scaled, region: region)
            for point in region.coordinates {
                let error = pixels[point.x, point.y] - color
                #expect((0..<4).allSatisfy { abs(error[$0]) < 1e-5 }, "\(width) × \(height), \(point): \(error)")
            }
        }
    }
}
