import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import Rendering

/// Tests with very large discs. Building a recipe with one must be quick, because deadlines apply only to rendering.
@Suite("Extrema over the largest discs")
struct LargeDiscTests {
    private static func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        SIMD4(Float(x * 3 + y) / 4, Float(7 - x * y) / 8, -Float(abs(x - y)) / 16, 1)
    }

    @Test("building a disc of any radius is quick") func time() {
        let image = ImageNode.source(PatternSource(64, 64) { Self.pixel($0, $1) })
        let start = ProcessorTime.ofThisThread
        // Discs are cached, so no other test may use these radii.
        for radius in [987.25, 991.5] { _ = image.discExtremum(.maximum, radius: radius) }
        #expect(ProcessorTime.ofThisThread - start < .seconds(2))
    }

    /// Radii 12.5 and 20 use a union of smaller discs. From 35 on, the disc around each pixel contains the whole image
    /// and transparent pixels outside it.
    @Test("a minimum over a disc that holds all of the image", arguments: [12.5, 20, 34.5, 36, 500, 1e6, 3e7])
    func minimum(radius: Double) throws {
        let (width, height) = (28, 20)
        let image = ImageNode.source(PatternSource(width, height) { Self.pixel($0, $1) })
        let bounds = PixelRect(0, 0, width, height)
        let result = try renderer().render(image.discExtremum(.minimum, radius: radius), region: bounds)
        let worst = result.largestDifference { x, y in
            // The nearest transparent pixel lies beyond the nearest edge.
            let outside = Double(min(x + 1, y + 1, width - x, height - y))
            var least = outside <= radius ? SIMD4<Float>.zero : SIMD4(repeating: .infinity)
            for (i, j) in bounds.coordinates
            where Double((i - x) * (i - x) + (j - y) * (j - y)) <= radius * radius {
                let other = Self.pixel(i, j)
                least = least.replacing(with: other, where: other .< least)
            }
            return least
        }
        #expect(worst == 0)
    }
}
