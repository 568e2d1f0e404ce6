import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Filters: every one's pixels are checked by an oracle")
struct OracleTests {
    static let all =
        FilterOracle.colorAdjustment + FilterOracle.colorEffect + FilterOracle.compositeOperation
        + FilterOracle.geometryAdjustment + FilterOracle.gradient + FilterOracle.generator + FilterOracle.blur
        + FilterOracle.sharpen + FilterOracle.distortionEffect + FilterOracle.halftoneEffect + FilterOracle.tileEffect
        + FilterOracle.transition + FilterOracle.reduction + FilterOracle.stylize + FilterOracle.autoAdjustment

    @Test("Pixels", arguments: all)
    func pixels(oracle: FilterOracle) throws { try oracle.check() }

    @Test("Every filter has one oracle, and every oracle a filter")
    func complete() {
        let filters = FilterCatalog.builtIn.compactMap { $0.registration?.name }
        let checked = Self.all.map(\.filter)
        #expect(Set(filters).subtracting(checked) == [], "filters without an oracle")
        #expect(Set(checked).subtracting(filters) == [], "oracles of no filter")
        #expect(checked.count == Set(checked).count, "filters with more than one")
    }

    @Test("A formula is compared at three settings or more where there is something to set", arguments: all)
    func settings(oracle: FilterOracle) throws {
        guard let count = oracle.settingCount else { return }
        let filter = try #require(CIFilter(name: oracle.filter))
        let isAdjustable = filter.inputKeys.contains { key in
            (filter.attributes[key] as? [String: Any])?[kCIAttributeClass] as? String != "CIImage"
        }
        #expect(count >= (isAdjustable ? 3 : 1))
    }
}
