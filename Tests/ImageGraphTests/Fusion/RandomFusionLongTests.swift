import Testing

@Suite("Many random recipes, fused and unfused") struct RandomFusionLongTests {
    private static let comparison = FusionComparison(count: 12_000)

    @Test("exact rules keep every bit") func exact() throws { try Self.comparison.exact() }

    @Test("exact rules keep every bit where kernels aren't compiled") func interpreted() throws {
        try Self.comparison.interpreted()
    }

    @Test("all rules keep pixels to within rounding") func all() throws { try Self.comparison.all() }
}
