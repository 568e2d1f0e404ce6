import CoreImage

/// What can be chosen: filters by category, and the reasons why some can't.
package struct FilterCatalogue: Sendable, Encodable {
    /// A category of filters.
    package struct Category: Sendable, Encodable {
        /// The name that entries use.
        package var id: String
        /// The name to show.
        package var name: String
    }

    /// An image unit that was refused as a whole or in part.
    package struct RefusedUnit: Sendable, Encodable {
        /// The name of the unit's folder.
        package var name: String
        /// The filters that can't be used.
        package var filters: [String]
        /// The reasons, each with a remedy.
        package var reasons: [String]
    }

    /// The main categories in the order in which they are shown.
    private static let order = [
        kCICategoryBlur, kCICategorySharpen, kCICategoryColorAdjustment, kCICategoryColorEffect, kCICategoryStylize,
        kCICategoryDistortionEffect, kCICategoryGeometryAdjustment, kCICategoryHalftoneEffect, kCICategoryTileEffect,
        kCICategoryCompositeOperation, kCICategoryTransition, kCICategoryGenerator, kCICategoryGradient,
        kCICategoryReduction,
    ]

    /// The main categories of the filters.
    package let categories: [Category]
    /// The filters, by name.
    package let filters: [CatalogueEntry]
    /// The units that were refused as a whole or in part.
    package let refusedUnits: [RefusedUnit]

    /// Creates a catalogue of the registered filters.
    ///
    /// - Parameter units: The reports of the image units that were loaded.
    package init(units: [CIPlugInReport]) {
        filters = CIFilter.filterNames(inCategory: nil).map(CatalogueEntry.init)
        let used = Set(filters.compactMap(\.categories.first))
        let others = used.subtracting(Self.order).sorted()
        categories = (Self.order.filter(used.contains) + others).map {
            Category(id: $0, name: CIFilter.localizedName(forCategory: $0))
        }
        refusedUnits = units.compactMap { report in
            let missing = report.filters.filter { !$0.isRegistered }.map(\.name)
            let reasons = report.problems.filter(\.isError).map(\.description)
            guard !missing.isEmpty || !reasons.isEmpty else { return nil }
            return RefusedUnit(name: report.url.lastPathComponent, filters: missing, reasons: reasons)
        }
    }
}
