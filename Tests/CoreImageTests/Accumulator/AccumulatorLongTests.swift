import Testing

/// The full versions of tests in `AccumulatedTilesTests`.
@Suite("Accumulators, in full")
struct AccumulatorLongTests {
    @Test("sums over a hundred thousand steps are exact")
    func manySteps() throws { try AccumulatedTilesTests().expectExactSum(of: 20_000) }
}
