import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Filters: pixels against oracles")
struct OracleTests {
    @Test("Pixels", arguments: FilterOracle.all)
    func pixels(oracle: FilterOracle) throws { try oracle.check() }

    @Test("The filter has an oracle", arguments: FilterCatalog.builtIn.compactMap { $0.registration?.name })
    func hasOracle(filter: String) {
        #expect(FilterOracle.all.filter { $0.filter == filter }.count == 1)
    }

    @Test("The oracle is of a filter", arguments: FilterOracle.all)
    func hasFilter(oracle: FilterOracle) { #expect(CIFilter(name: oracle.filter) != nil) }

    @Test(
        "Oracles with a list of settings compare at least three, if there is anything to set",
        arguments: FilterOracle.all.filter { $0.settingCount != nil })
    func settings(oracle: FilterOracle) throws {
        let count = try #require(oracle.settingCount)
        let filter = try #require(CIFilter(name: oracle.filter))
        let isAdjustable = filter.inputKeys.contains { key in
            (filter.attributes[key] as? [String: Any])?[kCIAttributeClass] as? String != "CIImage"
        }
        #expect(count >= (isAdjustable ? 3 : 1))
    }
}
