import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Sums of scaled copies, written out with bilinear interpolation in double precision.
@Suite("Sums of scaled copies against their formula")
struct ScaledSumTests {
    private static let bounds = PixelRect(-7, -5, 23, 17)

    private static func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        bounds.contains(PixelRect(x, y, 1, 1)) ? Noise.pixel(x + 7, y + 5) : .zero
    }

    private static func image() -> ImageNode {
        ImageNode.source(PatternSource(23, 17)).transformed(by: CGAffineTransform(translationX: -7, y: -5))
    }

    private static func taps(_ scales: [Double]) -> [ScaledSum.Tap] {
        scales.enumerated().map { .init(scale: $1, weight: Float($0 + 1) / 4) }
    }

    @Test(
        "every pixel is the sum of interpolated ones",
        arguments: [
            (CGPoint(x: 4.25, y: 2.5), [1, 0.8, 0.61]), (CGPoint(x: -40, y: 90), [1.3, 0.97]),
            (CGPoint(x: 0.5, y: 0.5), [2]), (CGPoint(x: 1e6, y: -1e6), [1.000_01, 0.999_99]),
        ])
    func formula(center: CGPoint, scales: [Double]) throws {
        let taps = Self.taps(scales)
        let sum = ScaledSum(name: "sum", input: Self.image(), center: center, taps: taps)
        let region = PixelRect(-12, -9, 35, 27)
        let found = try renderer(tile: 16).render(.native(sum, extent: .infinite), region: region)
        let worst = found.largestDifference { x, y in
            taps.reduce(SIMD4<Float>.zero) { total, tap in
                let place = (
                    x: center.x + (Double(x) + 0.5 - center.x) * tap.scale,
                    y: center.y + (Double(y) + 0.5 - center.y) * tap.scale
                )
                return total + bilinear(place.x, place.y, Self.pixel) * tap.weight
            }
        }
        // Positions closer than 1/1024 pixel to a centre are moved to it.
        #expect(worst < 2.5e-3)
    }

    @Test("a scale of 1 copies pixels to the bit, also next to infinite ones") func copies() throws {
        let source = PatternSource(9, 1) { x, _ in x == 4 ? SIMD4(repeating: .infinity) : SIMD4(repeating: Float(x)) }
        let sum = ScaledSum(
            name: "sum", input: .source(source), center: CGPoint(x: 3.3, y: 0.2), taps: [.init(scale: 1, weight: 1)])
        let row = try renderer(tile: 4).render(.native(sum, extent: .infinite), region: PixelRect(-1, 0, 11, 1))
        #expect(row[-1, 0] == .zero && row[9, 0] == .zero)
        #expect(row[2, 0] == SIMD4(repeating: 2) && row[8, 0] == SIMD4(repeating: 8))
    }

    @Test("tiles change no bit, and images without pixels stay transparent") func tiles() throws {
        let region = PixelRect(-15, -12, 40, 31)
        let sum = ScaledSum(
            name: "sum", input: Self.image(), center: CGPoint(x: 3, y: -2), taps: Self.taps([1, 0.9, 0.7]))
        let node = ImageNode.native(sum, extent: .infinite)
        let whole = try renderer(tile: 1000).render(node, region: region)
        #expect(try renderer(tile: 3, threads: 3).render(node, region: region).bits == whole.bits)
        let empty = Raster(bounds: region)
        empty.fill(region, with: .one)
        try sum.render(inputs: [Raster(bounds: .empty)], region: region, into: empty)
        #expect(empty.largestDifference { _, _ in .zero } == 0)
    }

    @Test("computed inputs are stored if they are read from afar", arguments: [(0.99, false), (0.9, true)])
    func storing(scale: Double, isStored: Bool) throws {
        let image = ImageNode.source(PatternSource(600, 400)).boxBlurred(radius: 1)
        let sum = ScaledSum(
            name: "sum", input: image, center: CGPoint(x: 300, y: 200), taps: [.init(scale: scale, weight: 1)])
        let node = ImageNode.native(sum, extent: image.extent)
        let recipe = try renderer(tile: 64).preparation.passes(of: node, builtFrom: node, format: .RGBAf)
        let stored = recipe.passes.dropLast().map { recipe.steps[$0.root].name }
        #expect(stored.contains("box blur") == isStored)
    }
}
