import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Tiles and threads change nothing")
struct TilingTests {
    private static let region = PixelRect(-13, -9, 71, 53)

    private static let backend = ClosureBackend([
        "grade": { x, y, arguments, images in images[0].raster[x, y] * arguments[1][0] + SIMD4(repeating: 0.01) },
        "spread": { x, y, _, images in
            (images[0].raster[x - 3, y + 2] + images[0].raster[x + 3, y - 1]) * 0.5
        },
        "swirl": { x, y, _, _ in
            let (u, v) = (Float(x) - 20.3, Float(y) - 15.1)
            let angle = (u * u + v * v) / 900
            return SIMD4(20.3 + u * cos(angle) - v * sin(angle), 15.1 + u * sin(angle) + v * cos(angle), 0, 0)
        },
    ])

    /// Every kind of step in one recipe, with shared inputs and margins.
    private static func recipe() throws -> ImageNode {
        let image = ImageNode.source(PatternSource(47, 31))
        let graded = try ImageNode.kernel(
            .named("grade", parameters: [.sample, .float]), arguments: [.image(SampledImage(image)), .numbers([0.7])],
            extent: image.extent)
        let turned = graded.transformed(by: CGAffineTransform(rotationAngle: 0.4).scaledBy(x: 1.3, y: 0.8))
        let blurred = turned.gaussianBlurred(sigma: 1.7)
        let swirled = try ImageNode.kernel(
            .named("swirl", .warp, parameters: []), arguments: [.image(SampledImage(blurred))], extent: blurred.extent
        ) { _, _ in .infinite }
        let soft = swirled.clamped(to: CGRect(x: -4, y: -2, width: 40, height: 30)).gaussianBlurred(sigma: 9)
        let sharp = swirled.unpremultiplied().premultiplied().transformed(
            by: CGAffineTransform(translationX: 0.25, y: 0.5))
        let spread = try ImageNode.kernel(
            .named("spread", .general, parameters: [.sampler], samplesFreely: true),
            arguments: [.image(SampledImage(sharp))],
            extent: sharp.extent.insetBy(dx: -3, dy: -3)
        ) { $1.insetBy(dx: -3, dy: -2) }
        return try ImageNode.kernel(
            .named("grade", parameters: [.sample, .float]),
            arguments: [
                .image(SampledImage(spread.cropped(to: CGRect(x: -8.5, y: -4, width: 55, height: 40)))),
                .numbers([1.5]),
            ],
            extent: .infinite
        ).crossed(with: soft)
    }

    @Test(
        "tiles from one pixel to the whole picture, one to eight threads: the same bits",
        arguments: [PixelFormat.RGBAf, .RGBAh])
    func allTilings(intermediates: PixelFormat) throws {
        let node = try Self.recipe()
        let whole = try renderer(Self.backend, tile: 1000, threads: 1, intermediates: intermediates)
            .render(node, region: Self.region).bits
        #expect(Set(whole).count > 1000)
        for (tile, threads) in [(1, 8), (2, 3), (3, 1), (7, 4), (16, 2), (33, 8), (64, 5)] {
            let tiled = try renderer(Self.backend, tile: tile, threads: threads, intermediates: intermediates)
                .render(node, region: Self.region).bits
            #expect(tiled == whole, "tiles of \(tile), \(threads) threads")
        }
    }

    @Test("a part rendered separately has the same pixels as in the whole") func parts() throws {
        let node = try Self.recipe()
        let whole = try renderer(Self.backend).render(node, region: Self.region)
        for part in [PixelRect(0, 0, 1, 1), PixelRect(-13, -9, 20, 20), PixelRect(40, 30, 18, 14)] {
            let alone = try renderer(Self.backend, tile: 9).render(node, region: part)
            #expect(alone.bits == part.coordinates.map { unsafeBitCast(whole[$0.x, $0.y], to: SIMD4<UInt32>.self) })
        }
    }

    @Test("strips come from the top, cover everything and have the whole's pixels", arguments: [1, 5, 20, 53, 999])
    func strips(height: Int) throws {
        let node = try Self.recipe()
        let whole = try renderer(Self.backend).render(node, region: Self.region)
        // Once with memory for the intermediates of the whole picture, once without.
        for limit in [1 << 30, 300_000] {
            let copy = Raster(bounds: Self.region)
            var top = Self.region.maxY
            try renderer(Self.backend, memoryLimit: limit).renderStrips(
                of: node, region: Self.region, stripHeight: height
            ) {
                strip in
                #expect(strip.bounds.maxY == top && strip.bounds.width == Self.region.width)
                #expect(strip.bounds.height == min(height, top - Self.region.y))
                top = strip.bounds.y
                copy.copy(from: strip)
            }
            #expect(top == Self.region.y)
            #expect(copy.bits == whole.bits)
        }
    }

    @Test("an error in the caller's closure ends a strip-wise render") func stopping() throws {
        struct Enough: Error {}
        var count = 0
        #expect(throws: Enough.self) {
            try renderer().renderStrips(
                of: .source(PatternSource(8, 40)), region: PixelRect(0, 0, 8, 40), stripHeight: 10
            ) { _ in
                count += 1
                if count == 2 { throw Enough() }
            }
        }
        #expect(count == 2)
    }
}

extension ImageNode {
    /// The sum of this image and another, as a native operator.
    fileprivate func crossed(with other: ImageNode) -> ImageNode {
        .native(Sum(inputs: [self, other]), extent: .infinite)
    }
}

private struct Sum: NativeOperator {
    let name = "sum"
    let inputs: [ImageNode]
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { Sum(inputs: images) }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }
    func render(inputs: [Raster], region: PixelRect, into output: Raster) {
        for (x, y) in region.coordinates { output[x, y] = inputs[0][x, y] + inputs[1][x, y] }
    }
}
