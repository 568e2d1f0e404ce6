import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import Rendering

/// Discs that are softened on fewer pixels, against the same with all pixels.
@Suite("Averages that are blurred afterwards")
struct BlurredAveragesTests {
    private static let (width, height) = (83, 64)

    /// A square beside a noisy part, between stripes of single columns and a checkerboard.
    private static func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        if x < 20 { return x % 2 == 0 ? .one : SIMD4(0, 0, 0, 1) }
        if x >= 65 { return (x + y) % 2 == 0 ? SIMD4(1, 0, 1, 1) : .zero }
        if (30..<45).contains(x), (20..<35).contains(y) { return .one }
        return Noise.pixel(x, y)
    }

    private static let picture = ImageNode.source(PatternSource(width, height) { pixel($0, $1) })

    private func difference(sigma: Double, radius: Double, of image: ImageNode = picture) throws -> Float {
        let margin = Int(radius + 3 * sigma) + 4
        let region = PixelRect(-margin, -margin, Self.width + 2 * margin, Self.height + 2 * margin)
        let exact = try renderer().render(
            image.discBlurred(radius: radius).gaussianBlurred(sigma: sigma), region: region)
        let found = try renderer().render(
            image.blurred(sigma: sigma, afterAveragesOver: radius) { $0.discBlurred(radius: radius * $1) },
            region: region)
        return found.largestDifference { exact[$0, $1] }
    }

    // Discs of more than 24 pixels are themselves computed on fewer pixels.
    @Test(
        "results are those of all pixels",
        arguments: [
            (2, 8), (2, 19), (2.5, 10), (2.5, 23.75), (3.5, 3.5), (3.9, 15.6), (4, 4), (4, 8), (4, 16), (4, 24),
            (6, 24), (7, 7), (7.9, 7.9), (7.9, 16), (16, 5), (16, 24), (40, 20),
        ] as [(Double, Double)])
    func closeness(sigma: Double, radius: Double) throws {
        let found = try difference(sigma: sigma, radius: radius)
        #expect(found > 0)
        #expect(found < 0.5 / 255, "\(found * 255)/255")
    }

    @Test("small blurs have all pixels", arguments: [-1, 0, 0.3, 1, 1.99, .infinity, .nan])
    func smallBlurs(sigma: Double) throws {
        let region = PixelRect(-30, -30, 150, 130)
        let exact = try renderer().render(
            Self.picture.discBlurred(radius: 5).gaussianBlurred(sigma: sigma), region: region)
        let found = try renderer().render(
            Self.picture.blurred(sigma: sigma, afterAveragesOver: 20) { image, scale in
                #expect(scale == 1)
                return image.discBlurred(radius: 5)
            }, region: region)
        #expect(found.bits == exact.bits)
    }

    @Test("images without pixels, and those that repeat their edges") func edges() throws {
        let none = try renderer().render(
            ImageNode.empty.blurred(sigma: 5, afterAveragesOver: 20) { image, _ in image },
            region: PixelRect(-9, -9, 20, 20))
        #expect(none.largestDifference { _, _ in .zero } == 0)
        let clamped = Self.picture.clamped(to: CGRect(x: 0, y: 0, width: Self.width, height: Self.height))
        #expect(try difference(sigma: 3, radius: 20, of: clamped) < 0.5 / 255)
    }
}
