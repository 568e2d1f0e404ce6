import Testing

/// Runs all targets on their seeds and on all of their mutated copies.
@Suite("Untrusted bytes, at length")
struct ReplayLongTests {
    @Test("seeds and all changed copies of them break no promise", arguments: FuzzTarget.all)
    func changedSeeds(target: FuzzTarget) throws {
        try SeedReplay.run(target, changesPerSeed: target.changesPerSeed)
    }
}
