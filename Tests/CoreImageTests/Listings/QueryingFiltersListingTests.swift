import CoreImage
import Testing

/// Listings 4-1 and 4-2 of the Core Image Programming Guide: a dictionary of filters by functional category.
@Suite("Listings: querying filters")
struct QueryingFiltersListingTests {
    private func buildFilterDictionary(_ filterClassNames: [String]) -> [String: [String: Any]] {
        var filters: [String: [String: Any]] = [:]
        for className in filterClassNames {
            if let filter = CIFilter(name: className) {
                filters[className] = filter.attributes
            } else {
                Issue.record("could not create '\(className)' filter")
            }
        }
        return filters
    }

    @Test("filters by functional category, with their attributes")
    func dictionary() throws {
        var filtersByCategory: [String: [String: [String: Any]]] = [:]
        var filterNames = CIFilter.filterNames(inCategory: kCICategoryGeometryAdjustment)
        filterNames += CIFilter.filterNames(inCategory: kCICategoryDistortionEffect)
        filtersByCategory["Distortion"] = buildFilterDictionary(filterNames)
        filterNames = CIFilter.filterNames(inCategory: kCICategorySharpen)
        filterNames += CIFilter.filterNames(inCategory: kCICategoryBlur)
        filtersByCategory["Focus"] = buildFilterDictionary(filterNames)

        let distortion = try #require(filtersByCategory["Distortion"])
        #expect(
            Set(["CIAffineTransform", "CICrop", "CIBumpDistortion", "CIHoleDistortion"]).isSubset(of: distortion.keys))
        let focus = try #require(filtersByCategory["Focus"])
        #expect(focus["CIGaussianBlur"] != nil)
        #expect(distortion["CIGaussianBlur"] == nil)

        // The attributes from which, as the chapter says, a user interface is built.
        let radius = try #require(focus["CIGaussianBlur"]?[kCIInputRadiusKey] as? [String: Any])
        #expect(radius[kCIAttributeClass] as? String == "NSNumber")
        #expect(radius[kCIAttributeDefault] as? NSNumber == 10)
        #expect(radius[kCIAttributeMin] as? NSNumber == 0)
        #expect(radius[kCIAttributeSliderMax] as? NSNumber == 100)
        #expect(radius[kCIAttributeDisplayName] as? String == "Radius")
    }

    @Test("nil means every filter, several categories their intersection")
    func categories() {
        let all = CIFilter.filterNames(inCategory: nil)
        // Other tests register filters meanwhile; the built-in ones stay.
        #expect(
            Set(CIFilter.filterNames(inCategories: nil)).isSuperset(
                of: CIFilter.filterNames(inCategory: kCICategoryBuiltIn)))
        #expect(Set(CIFilter.filterNames(inCategory: kCICategoryBuiltIn)).isSubset(of: all))
        let both = CIFilter.filterNames(inCategories: [kCICategoryBlur, kCICategoryVideo])
        #expect(
            Set(both)
                == Set(CIFilter.filterNames(inCategory: kCICategoryBlur)).intersection(
                    CIFilter.filterNames(inCategory: kCICategoryVideo)))
        #expect(CIFilter.filterNames(inCategory: "no such category").isEmpty)
    }
}
