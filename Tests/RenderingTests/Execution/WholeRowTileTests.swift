import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Tiles of passes that read each pixel once are whole rows, those of other passes are compact.
@Suite struct WholeRowTileTests {
    private static let region = PixelRect(-7, 3, 3000, 700)

    private func tiles(of node: ImageNode, region: PixelRect = region) throws -> [(width: Int, height: Int)] {
        let renderer = renderer(tile: 64)
        let recipe = try renderer.preparation.passes(of: node, builtFrom: node, format: .RGBAf)
        let plan = try renderer.planner.plan(recipe, region: region)
        return (plan.storedPasses + [plan.finalPass]).map { ($0.tileWidth, $0.tileHeight) }
    }

    @Test func constantColors() throws {
        let node = ImageNode.constant(GraphColor(components: SIMD4(1, 0, 0, 1), colorSpace: nil))
        let sizes = try tiles(of: node)
        // Eight times as many pixels as in other tiles.
        #expect(sizes.allSatisfy { $0.width == 3000 && $0.height == 10 })
        // A wide region is divided into columns.
        #expect(try tiles(of: node, region: PixelRect(0, 0, 40_000, 70)).allSatisfy { $0 == (32_768, 1) })
        // A smaller region has four tiles for each thread, but not of fewer pixels than others.
        let count = 4 * renderer(tile: 64).configuration.threadCount
        #expect(
            try tiles(of: node, region: PixelRect(0, 0, 100, 700)).allSatisfy { $0 == (100, max(40, 700 / count)) })
        #expect(try tiles(of: node, region: PixelRect(0, 0, 10, 3)).allSatisfy { $0 == (10, 3) })
    }

    @Test func neighbourhoods() throws {
        let node = ImageNode.source(PatternSource(3000, 700)).gaussianBlurred(sigma: 2)
        #expect(try tiles(of: node).contains { $0.width < 1000 })
    }
}
