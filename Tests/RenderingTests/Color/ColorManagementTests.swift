import Foundation
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Colour management")
struct ColorManagementTests {
    private static let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
    private static let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    private let dot = PixelRect(0, 0, 1, 1)

    private func source(_ color: SIMD4<Float>, _ state: AlphaState, space: CGColorSpace? = sRGB, managed: Bool = true)
        -> ImageNode
    {
        .source(PatternSource(1, 1, colorSpace: space, alphaState: state) { _, _ in color }, colorManaged: managed)
    }

    private func pixel(
        _ node: ImageNode, in space: CGColorSpace? = linear, _ backend: ClosureBackend = ClosureBackend()
    ) throws
        -> SIMD4<Float>
    { try renderer(backend, space: space).render(node, region: dot)[0, 0] }

    private func isClose(_ a: SIMD4<Float>, _ b: SIMD4<Double>) -> Bool {
        (0..<4).allSatisfy { abs(Double(a[$0]) - b[$0]) < 1e-5 }
    }

    @Test(
        "sources are converted without their alpha, then premultiplied",
        arguments: [AlphaState.unpremultiplied, .opaque])
    func sources(state: AlphaState) throws {
        let alpha = state == .opaque ? 1.0 : 0.25
        let result = try pixel(source(SIMD4(0.5, 0.02, 1, 0.25), state))
        #expect(
            isClose(result, SIMD4(SRGBFormula.decoded(0.5) * alpha, SRGBFormula.decoded(0.02) * alpha, alpha, alpha)))
    }

    @Test("premultiplied sources are divided by alpha first; alpha 0 gives nothing") func premultiplied() throws {
        let result = try pixel(source(SIMD4(0.25, 0.125, 0.5, 0.5), .premultiplied))
        #expect(isClose(result, SIMD4(SRGBFormula.decoded(0.5) / 2, SRGBFormula.decoded(0.25) / 2, 0.5, 0.5)))
        #expect(try pixel(source(SIMD4(0.25, 0.125, 0.5, 0), .premultiplied)) == .zero)
    }

    @Test("no working space, no source space and unmanaged sources leave numbers alone") func unmanaged() throws {
        let color = SIMD4<Float>(0.25, 0.125, 0.5, 0.5)
        #expect(try pixel(source(color, .premultiplied), in: nil) == color)
        #expect(try pixel(source(color, .premultiplied, space: nil)) == color)
        #expect(try pixel(source(color, .premultiplied, managed: false)) == color)
        #expect(try pixel(source(color, .premultiplied).converted(from: nil, to: Self.sRGB), in: nil) == color)
    }

    @Test("colours are converted, then premultiplied") func constants() throws {
        let color = GraphColor(components: SIMD4(0.5, 0, 1, 0.5), colorSpace: Self.sRGB)
        #expect(isClose(try pixel(.constant(color)), SIMD4(SRGBFormula.decoded(0.5) / 2, 0, 0.5, 0.5)))
        #expect(try pixel(.constant(color), in: nil) == SIMD4(0.25, 0, 0.5, 0.5))
    }

    @Test("converting to a space and back gives the image again") func conversion() throws {
        let image = source(SIMD4(0.25, 0.125, 0.5, 0.5), .premultiplied)
        let encoded = image.converted(from: nil, to: Self.sRGB)
        #expect(isClose(try pixel(encoded), SIMD4(0.25, 0.125, 0.5, 0.5)))
        let again = try pixel(encoded.converted(from: Self.sRGB, to: nil))
        #expect(isClose(again, SIMD4(SRGBFormula.decoded(0.5) / 2, SRGBFormula.decoded(0.25) / 2, 0.5, 0.5)))
        #expect(image.converted(from: Self.sRGB, to: Self.sRGB) === image)
    }

    @Test("kernels get colours in the working space, images in the space they ask for, and tables as they are")
    func kernels() throws {
        let backend = ClosureBackend([
            "pick": { _, _, arguments, images in
                SIMD4(arguments[0][0], images[0].raster[0, 0].x, images[1].raster[0, 0].x, images[2].raster[0, 0].x)
            }
        ])
        let gray = source(SIMD4(0.5, 0.5, 0.5, 1), .opaque)
        let node = try ImageNode.kernel(
            .named("pick", .general, parameters: [.color, .sampler, .sampler, .table]),
            arguments: [
                .color(GraphColor(components: SIMD4(0.5, 0.5, 0.5, 1), colorSpace: Self.sRGB)),
                .image(SampledImage(gray)),
                .image(SampledImage(gray, colorSpace: Self.sRGB)), .image(SampledImage(gray.cropped(to: dot.cgRect))),
            ], extent: dot.cgRect)
        #expect(isClose(try pixel(node, backend), SIMD4(SRGBFormula.decoded(0.5), SRGBFormula.decoded(0.5), 0.5, 0.5)))
    }

    @Test("conversion is the same in every tile") func tiles() throws {
        let image = ImageNode.source(PatternSource(61, 47, colorSpace: CGColorSpace(name: CGColorSpace.displayP3)))
        let region = PixelRect(0, 0, 61, 47)
        let whole = try renderer(tile: 100, threads: 1, space: Self.linear).render(image, region: region).bits
        for tile in [1, 5, 32] {
            #expect(
                try renderer(tile: tile, threads: 4, space: Self.linear).render(image, region: region).bits == whole)
        }
    }

    private func pixel(_ node: ImageNode, _ backend: ClosureBackend) throws -> SIMD4<Float> {
        try pixel(node, in: Self.linear, backend)
    }
}
