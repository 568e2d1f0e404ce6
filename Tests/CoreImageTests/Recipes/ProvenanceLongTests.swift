import CoreImage
import TestSupport
import Testing

@testable import Recipes

/// The full versions of tests in `ProvenanceTests` and `EveryFilterRecipeTests`.
@Suite("Provenance of images and recipes, in full")
struct ProvenanceLongTests {
    @Test("A chain of 100 000 filters is built and released without overflowing the stack, in time") func deep() throws
    {
        try expectProcessorTime(below: .seconds(60)) {
            try ProvenanceTests().buildChain(of: 100_000, unchanged: 20_000)
        }
    }

    // Takes 15 s alone. Time that grows with the square of the steps would be hours.
    @Test("A recipe of 50 000 steps is written, sent, and read again in time") func deepRecipe() throws {
        try expectProcessorTime(below: .seconds(300)) {
            let tests = ProvenanceTests()
            let image = tests.pairs(25_000)
            try tests.writeAndRead(image, stepCount: 50_001)
            var more = image
            for _ in 0..<60_000 { more = more.premultiplyingAlpha() }
            #expect(throws: CIRecipeError.tooLarge(what: "steps", limit: 100_000)) { try CIRecipe(more) }
        }
    }

    @Test(
        "Written and read in every form, a filter's image has the same extent and the same bits",
        arguments: EveryFilterTests.names)
    func roundTrip(name: String) throws {
        try EveryFilterRecipeTests().expectRoundTrip(name, renderedForms: RecipeForm.allCases)
    }
}
