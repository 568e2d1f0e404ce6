import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Random recipes: tiles, threads, memory and strips change nothing")
struct RandomRecipeTests {
    private static let region = PixelRect(-5, -4, 11, 9)

    /// Fifty recipes, which combine all depths, tilings, numbers of threads and strips; `RandomRecipeLongTests` has
    /// more.
    @Test("the same bits in any tiling, with half float intermediates") func tilings() throws {
        try Self.expectSameBits(batch: 0)
    }

    /// Expects the same bits in any tiling of fifty recipes.
    static func expectSameBits(batch: Int) throws {
        var renderedWithLittleMemory = 0
        for number in 0..<50 {
            let seed = UInt64(batch * 1000 + number)
            var random = RandomRecipe(seed: seed)
            let node = try random.make(depth: 1 + number % 4)
            let backend = RandomRecipe.backend
            let whole = try renderer(backend, tile: 1000, threads: 1, intermediates: .RGBAh)
                .render(node, region: region).bits
            let tile = [1, 2, 3, 4, 6, 8][number % 6]
            let tiled = renderer(backend, tile: tile, threads: 1 + number % 8, intermediates: .RGBAh)
            #expect(try tiled.render(node, region: region).bits == whole, "seed \(seed), tiles of \(tile)")
            if number % 5 == 0 {
                // Little memory: pictures are rendered in bands, or refused where a band doesn't help.
                let small = renderer(backend, tile: 4, memoryLimit: 6_000, intermediates: .RGBAh)
                do {
                    #expect(try small.render(node, region: region).bits == whole, "seed \(seed), little memory")
                    renderedWithLittleMemory += 1
                } catch RenderingError.intermediateTooLarge {}
            }
            if number % 5 == 1 {
                let copy = Raster(bounds: region)
                try tiled.renderStrips(of: node, region: region, stripHeight: 1 + number % 7) {
                    copy.copy(from: $0)
                }
                #expect(copy.bits == whole, "seed \(seed), strips")
            }
            if number % 5 == 2 {
                // Renders twice more, because the third rendering reuses intermediates that the second has kept.
                _ = try tiled.render(node, region: region)
                let again = try tiled.render(node, region: region).bits
                #expect(again == whole, "seed \(seed), again")
            }
        }
        #expect(renderedWithLittleMemory > 0)
    }
}

@Suite("Many random recipes: tiles, threads, memory and strips change nothing")
struct RandomRecipeLongTests {
    @Test("the same bits in any tiling, with half float intermediates", arguments: 0..<10)
    func tilings(batch: Int) throws { try RandomRecipeTests.expectSameBits(batch: batch) }
}
