import Testing

@testable import ImageGraph

/// More random graphs than `OptimisedGraphTests` has.
@Suite("Many optimised recipes")
struct OptimisedGraphLongTests {
    @Test("each rule alone keeps the pixels", arguments: OptimisedGraphTests.testedRules)
    func alone(index: Int) throws {
        let rule = GraphOptimiser.rules[index]
        let seed = UInt64(index) * 10_000
        let changed = try OptimisedGraphTests.check([rule], graphs: 4000, seed: seed)
        if changed == 0, !OptimisedGraphTests.dependentRules.contains(rule.name) {
            #expect(
                try OptimisedGraphTests.check([rule], graphs: 20_000, seed: seed, most: 1) > 0,
                "the rule never applies")
        }
    }

    @Test("all exact rules together keep every bit") func exact() throws {
        try OptimisedGraphTests.checkExact(graphs: 10_000)
    }

    @Test("all rules together keep the pixels within their tolerances") func all() throws {
        try OptimisedGraphTests.checkAll(graphs: 10_000)
    }

    @Test("with moves by whole pixels, joined transforms keep the pixels too") func moves() throws {
        try OptimisedGraphTests.checkMoves(graphs: 4000)
    }

    @Test("what is rendered of an optimised recipe doesn't depend on the region") func regions() throws {
        try OptimisedGraphTests.checkRegions(graphs: 100)
    }
}
