import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Weighted means of small pictures, written out in double precision.
@Suite("Joint bilateral upsampling against its formula")
struct JointBilateralUpsamplingTests {
    private typealias Settings = JointBilateralUpsampling.Settings

    private static let bounds = PixelRect(-3, 2, 11, 7)

    private static func settings(reach: Double, luma: Float) -> Settings {
        let falloff = 2 / (reach * reach)
        return Settings(
            scale: SIMD2(0.3, 0.4), offset: SIMD2(0.1, -0.6), bounds: bounds, distanceFalloff: Float(falloff),
            lumaFalloff: luma, reach: reach, end: Float(exp(-reach * reach * falloff)))
    }

    private static func picture(_ seed: Int) -> ImageNode {
        ImageNode.source(PatternSource(11, 7) { x, y in Noise.pixel(x + seed, y) })
            .transformed(by: CGAffineTransform(translationX: -3, y: 2))
    }
    private static func pixel(_ seed: Int, _ x: Int, _ y: Int) -> SIMD4<Float> { Noise.pixel(x + 3 + seed, y - 2) }

    private static func node(_ settings: Settings) -> ImageNode {
        let guide = ImageNode.source(PatternSource(64, 64) { x, y in Noise.pixel(x, y + 50) })
            .transformed(by: CGAffineTransform(translationX: -20, y: -8))
        let upsampling = JointBilateralUpsampling(
            small: picture(0), lumas: picture(100), guide: guide, settings: settings)
        return .native(upsampling, extent: .infinite)
    }

    private static func exact(_ settings: Settings, _ x: Int, _ y: Int) -> SIMD4<Float> {
        let place = (SIMD2(Double(x), Double(y)) + 0.5) * settings.scale + settings.offset
        let own = Double(Noise.pixel(x + 20, y + 8 + 50).x)
        var (sum, total) = (SIMD4<Double>.zero, 0.0)
        for (column, row) in bounds.coordinates {
            let offset = SIMD2(Double(column), Double(row)) + 0.5 - place
            let near = exp(-(offset * offset).sum() * Double(settings.distanceFalloff)) - Double(settings.end)
            if near <= 0 { continue }
            let difference = Double(pixel(100, column, row).x) - own
            let weight = near * max(exp(-difference * difference * Double(settings.lumaFalloff)), 1e-12)
            sum += SIMD4<Double>(pixel(0, column, row)) * weight
            total += weight
        }
        return total > 0 ? SIMD4<Float>(sum / total) : .zero
    }

    @Test("every pixel is the weighted mean", arguments: [(2, 3), (2.7, 50), (4, 0), (9.3, 5e5)] as [(Double, Float)])
    func formula(reach: Double, luma: Float) throws {
        let settings = Self.settings(reach: reach, luma: luma)
        // Two rows and columns lie outside of the guide, and some pixels have no neighbour in the small picture.
        let region = PixelRect(-18, -6, 55, 44)
        let found = try renderer(tile: 16).render(Self.node(settings), region: region)
        for (x, y) in region.coordinates {
            let difference = found[x, y] - Self.exact(settings, x, y)
            #expect((0..<4).allSatisfy { abs(difference[$0]) < 2e-4 }, "\(x), \(y): \(difference)")
        }
    }

    @Test("tiles change no bit") func tiles() throws {
        let node = Self.node(Self.settings(reach: 2.7, luma: 20))
        let region = PixelRect(-25, -12, 60, 50)
        let whole = try renderer(tile: 1000).render(node, region: region)
        #expect(try renderer(tile: 3, threads: 3).render(node, region: region).bits == whole.bits)
    }

    @Test("powers of two are exact to 22 bits") func powers() {
        for step in 0...126_000 {
            let x = -Float(step) / 1000
            let (found, wanted) = (SIMD4(repeating: x).powersOfTwo, exp2(Double(x)))
            #expect(abs(Double(found[step % 4]) / wanted - 1) < 0x1p-22)
        }
        let ends = SIMD4<Float>(-1000, -.infinity, .nan, 0).powersOfTwo
        #expect(ends == SIMD4(0x1p-126, 0x1p-126, 0x1p-126, 1))
    }
}
