import CoreImage
import Testing

/// Tests that the status in each built-in filter's registration agrees with its oracle.
@Suite("The status of filters")
struct FilterStatusTests {
    @Test("Every built-in filter has a status that its oracle supports", arguments: FilterOracle.all)
    func status(oracle: FilterOracle) throws {
        let status = try #require(CIFilter.status(forFilterName: oracle.filter))
        switch oracle.evidence {
        case .formula: #expect(status == .exact)
        case .published, .properties: #expect(status != .exact)
        }
        if case .fitted(let mean, let percentile) = status {
            #expect(mean >= 0 && percentile >= 0 && mean <= 255 && percentile <= 255)
        }
    }

    @Test("Other filters have none")
    func others() { #expect(CIFilter.status(forFilterName: "CINoSuchFilter") == nil) }
}
