import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Deep recipes")
struct DeepRecipeTests {
    private static let depth = 10_000

    @Test("ten thousand steps: built, described, rendered and taken apart without a stack overflow") func depth() throws
    {
        let backend = ClosureBackend(["next": { x, y, _, images in images[0].raster[x, y] + 1 }])
        var node = ImageNode.source(PatternSource(3, 3) { _, _ in .zero })
        for step in 0..<Self.depth {
            if step % 2 == 0 {
                node = try .kernel(.named("next"), arguments: [.image(SampledImage(node))], extent: node.extent)
            } else {
                node = node.transformed(by: CGAffineTransform(translationX: step % 4 == 1 ? 1 : -1, y: 0))
            }
        }
        let raster = try renderer(backend).render(node, region: PixelRect(0, 0, 3, 3))
        #expect(raster.largestDifference { _, _ in SIMD4(repeating: Float(Self.depth / 2)) } == 0)
        #expect(node.description.split(separator: "\n").count == ImageNode.descriptionLineLimit + 1)
    }

    @Test("a hundred thousand nodes are released in a thread with a small stack") func release() async {
        let isReleased = await withCheckedContinuation { (done: CheckedContinuation<Bool, Never>) in
            let thread = Thread {
                var node = ImageNode.empty
                weak var source: PatternSource?
                do {
                    let pattern = PatternSource(3, 3)
                    source = pattern
                    node = .source(pattern)
                }
                for _ in 0..<100_000 { node = node.premultiplied() }
                // Releases all nodes.
                node = .empty
                done.resume(returning: source == nil)
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
        #expect(isReleased)
    }

    @Test("releasing one recipe leaves another that shares its nodes whole") func sharing() throws {
        let shared = ImageNode.source(PatternSource(3, 3)).premultiplied()
        do { _ = shared.unpremultiplied().premultiplied() }
        let raster = try renderer().render(shared, region: PixelRect(0, 0, 3, 3))
        #expect(
            raster.largestDifference { Noise.pixel($0, $1) * SIMD4(SIMD3(repeating: Noise.pixel($0, $1).w), 1) } == 0)
    }
}
