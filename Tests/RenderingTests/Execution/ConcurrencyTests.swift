import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("One renderer, many threads")
struct ConcurrencyTests {
    @Test("different recipes rendered at once don't disturb one another") func manyRecipes() async throws {
        let backend = ClosureBackend(["scale": { x, y, arguments, images in images[0].raster[x, y] * arguments[1][0] }])
        let shared = renderer(backend, tile: 8, threads: 3)
        let region = PixelRect(-4, -4, 40, 30)
        let recipes: [ImageNode] = try (0..<24).map { number in
            let image = ImageNode.source(PatternSource(20 + number, 15))
                .transformed(by: CGAffineTransform(translationX: CGFloat(number) / 8, y: 0))
                .gaussianBlurred(sigma: Double(number) / 3)
            return try .kernel(
                .named("scale", parameters: [.sample, .float]),
                arguments: [.image(SampledImage(image)), .numbers([Float(number)])], extent: image.extent)
        }
        let alone = try recipes.map { try renderer(backend, tile: 1000, threads: 1).render($0, region: region).bits }
        try await withThrowingTaskGroup(of: (Int, [SIMD4<UInt32>]).self) { group in
            for number in recipes.indices {
                group.addTask { (number, try shared.render(recipes[number], region: region).bits) }
            }
            for try await (number, bits) in group { #expect(bits == alone[number], "recipe \(number)") }
        }
    }
}
