import Testing

/// Runs all targets on their seeds and on a tenth of the mutated copies of them. `ReplayLongTests` tries all copies,
/// and `make fuzz` continues from there with libFuzzer.
@Suite("Untrusted bytes")
struct ReplayTests {
    /// The copies are the first of those that the long tests try, at least one of each seed.
    @Test("seeds and changed copies of them break no promise", arguments: FuzzTarget.all)
    func changedSeeds(target: FuzzTarget) throws {
        try SeedReplay.run(target, changesPerSeed: max(1, target.changesPerSeed / 10))
    }
}
