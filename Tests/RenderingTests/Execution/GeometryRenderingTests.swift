import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Crops, clamps and transforms")
struct GeometryRenderingTests {
    private let size = PixelRect(0, 0, 37, 29)
    private let everything = PixelRect(-25, -20, 90, 75)
    private var image: ImageNode { .source(PatternSource(37, 29)) }
    private var pixel: (Int, Int) -> SIMD4<Float> { inside(size, Noise.pixel) }

    @Test("outside its extent an image is transparent") func outside() throws {
        let raster = try renderer().render(image, region: everything)
        #expect(raster.bounds == everything)
        #expect(raster.largestDifference(pixel) == 0)
    }

    @Test(
        "a crop keeps its pixels and nothing else",
        arguments: [
            CGRect(x: 3, y: 4, width: 11, height: 9), CGRect(x: -7.5, y: 10.25, width: 20, height: 3.5),
            CGRect(x: 36, y: 28, width: 1, height: 1),
        ])
    func crop(rect: CGRect) throws {
        let kept = PixelRect(enclosing: rect).intersection(size)
        let raster = try renderer().render(image.cropped(to: rect), region: everything)
        #expect(raster.largestDifference(inside(kept, Noise.pixel)) == 0)
    }

    @Test(
        "a clamp repeats the edge",
        arguments: [
            CGRect.infinite, CGRect(x: 5, y: 6, width: 7, height: 8), CGRect(x: 36, y: 0, width: 1, height: 29),
            CGRect(x: 4.5, y: -3, width: 0.25, height: 4),
        ])
    func clamp(rect: CGRect) throws {
        let kept = PixelRect(enclosing: rect).intersection(size)
        let raster = try renderer().render(image.clamped(to: rect), region: everything)
        let expected = { (x: Int, y: Int) in
            Noise.pixel(min(max(x, kept.x), kept.maxX - 1), min(max(y, kept.y), kept.maxY - 1))
        }
        #expect(raster.largestDifference(expected) == 0)
    }

    @Test("a clamp works a million pixels away") func farClamp() throws {
        let source = PatternSource(37, 29)
        let clamped = ImageNode.source(source).clamped(to: .infinite)
        let raster = try renderer().render(clamped, region: PixelRect(-1_000_000, 4, 40, 5))
        #expect(raster.largestDifference { Noise.pixel(0, $1) } == 0)
        #expect(source.regionsRead.allSatisfy { $0.width == 1 && $0.height <= 5 })
    }

    @Test("a crop of a clamp of a crop: order matters") func cropOfClamp() throws {
        let node = image.cropped(to: CGRect(x: 2, y: 2, width: 5, height: 5)).clamped(to: .infinite)
            .cropped(to: CGRect(x: -3, y: -3, width: 8, height: 8))
        let raster = try renderer().render(node, region: everything)
        let expected = inside(PixelRect(-3, -3, 8, 8)) { Noise.pixel(min(max($0, 2), 6), min(max($1, 2), 6)) }
        #expect(raster.largestDifference(expected) == 0)
    }

    @Test("shifts by whole pixels are exact, for both interpolations", arguments: [Interpolation.nearest, .linear])
    func shift(interpolation: Interpolation) throws {
        let node = image.transformed(by: CGAffineTransform(translationX: -13, y: 21), interpolation: interpolation)
        let raster = try renderer().render(node, region: everything)
        #expect(raster.largestDifference { pixel($0 + 13, $1 - 21) } == 0)
    }

    @Test(
        "quarter turns and mirrors move pixels exactly",
        arguments: [
            (CGAffineTransform(rotationAngle: .pi / 2), 0), (CGAffineTransform(rotationAngle: .pi), 1),
            (CGAffineTransform(rotationAngle: -.pi / 2), 2), (CGAffineTransform(scaleX: -1, y: 1), 3),
        ])
    func exactTurns(transform: CGAffineTransform, number: Int) throws {
        // Pixel (x, y) of the result covers the centre (x + ½, y + ½), whose inverse image is another centre.
        let sources: [(Int, Int) -> (Int, Int)] = [
            { ($1, -1 - $0) }, { (-1 - $0, -1 - $1) }, { (-1 - $1, $0) }, { (-1 - $0, $1) },
        ]
        for interpolation in [Interpolation.nearest, .linear] {
            let raster = try renderer().render(
                image.transformed(by: transform, interpolation: interpolation), region: PixelRect(-40, -40, 80, 80))
            #expect(
                raster.largestDifference {
                    let (x, y) = sources[number]($0, $1)
                    return pixel(x, y)
                } == 0)
        }
    }

    @Test(
        "other transforms interpolate, and fade to transparent at the edges",
        arguments: [
            CGAffineTransform(translationX: 0.5, y: -3.25), CGAffineTransform(scaleX: 1.7, y: 0.6),
            CGAffineTransform(rotationAngle: 0.3).translatedBy(x: -5.3, y: 2),
            CGAffineTransform(1, 0.2, -0.7, 1.1, 3, 4),
            CGAffineTransform(scaleX: -0.37, y: 2.5),
        ])
    func interpolation(transform: CGAffineTransform) throws {
        let node = image.transformed(by: transform)
        let raster = try renderer().render(node, region: everything)
        let inverse = transform.inverted()
        let expected = inside(PixelRect(enclosing: node.extent)) { x, y in
            let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(inverse)
            return bilinear(point.x, point.y, pixel)
        }
        // Weights are single precision, and a point within 2⁻¹⁶ of a centre counts as the centre.
        #expect(raster.largestDifference(expected) < 3e-5)
    }

    @Test("nearest picks the pixel under the centre; on an edge, the upper one") func nearest() throws {
        let doubled = image.transformed(by: CGAffineTransform(scaleX: 2, y: 2), interpolation: .nearest)
        let raster = try renderer().render(doubled, region: PixelRect(0, 0, 80, 60))
        #expect(raster.largestDifference { pixel($0 >> 1, $1 >> 1) } == 0)
        let halved = image.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5), interpolation: .nearest)
        let small = try renderer().render(halved, region: PixelRect(0, 0, 19, 15))
        #expect(small.largestDifference { pixel(2 * $0 + 1, 2 * $1 + 1) } == 0)
    }

    @Test("an image of one pixel can be cropped, clamped, scaled and blurred") func onePixel() throws {
        let dot = ImageNode.source(PatternSource(1, 1) { _, _ in SIMD4(0.5, 0.25, 0.125, 1) })
        let value = SIMD4<Float>(0.5, 0.25, 0.125, 1)
        let crop = CGRect(x: 0.2, y: 0.2, width: 0.1, height: 0.1)
        #expect(try renderer().render(dot.cropped(to: crop), region: PixelRect(0, 0, 1, 1))[0, 0] == value)
        #expect(try renderer().render(dot.clamped(to: .infinite), region: PixelRect(99, -99, 1, 1))[99, -99] == value)
        let large = dot.transformed(by: CGAffineTransform(scaleX: 7, y: 7))
        let raster = try renderer().render(large, region: PixelRect(0, 0, 7, 7))
        #expect(raster[3, 3] == value)
        // The centre of the result's pixel 0 maps to 1/14 in the source, so its weight is ½ + 1/14 on each axis.
        let corner = (0.5 + 1.0 / 14) * (0.5 + 1.0 / 14)
        #expect(abs(Double(raster[0, 0].w) - corner) < 1e-6)
    }

    @Test("empty images render as transparent") func empty() throws {
        let nowhere = image.cropped(to: CGRect(x: 500, y: 0, width: 9, height: 9))
        for node in [
            ImageNode.empty, nowhere, nowhere.gaussianBlurred(sigma: 3),
            nowhere.transformed(by: CGAffineTransform(scaleX: 2, y: 2)),
        ] {
            #expect(try renderer().render(node, region: size).largestDifference { _, _ in .zero } == 0)
        }
    }

    @Test("a NaN pixel stays where it is under exact moves, and spreads no further than its neighbours")
    func notANumber() throws {
        let image = ImageNode.source(
            PatternSource(9, 9) { x, y in x == 4 && y == 4 ? SIMD4(repeating: .nan) : SIMD4(repeating: 1) })
        let turned = image.transformed(by: CGAffineTransform(rotationAngle: .pi / 2))
        let raster = try renderer().render(turned, region: PixelRect(-9, 0, 9, 9))
        #expect(raster.bounds.coordinates.filter { raster[$0.x, $0.y].x.isNaN }.map { [$0.x, $0.y] } == [[-5, 4]])
        let half = try renderer().render(
            image.transformed(by: CGAffineTransform(translationX: 0.5, y: 0)), region: PixelRect(0, 0, 10, 9))
        #expect(
            half.bounds.coordinates.filter { half[$0.x, $0.y].x.isNaN }.map { [$0.x, $0.y] } == [[4, 4], [5, 4]])
    }

    @Test("colours are constant, wherever") func constant() throws {
        let node = ImageNode.constant(GraphColor(components: SIMD4(0.5, 1, 2, 0.25), colorSpace: nil))
        let raster = try renderer().render(node, region: PixelRect(-1 << 30, 1 << 30, 20, 20))
        #expect(raster.largestDifference { _, _ in SIMD4(0.125, 0.25, 0.5, 0.25) } == 0)
    }
}
