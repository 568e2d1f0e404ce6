import CoreImage
import Foundation
import ImageUnits

/// A unit to validate: its bundle, its property lists, and its filters.
package struct UnitSubject: Sendable {
    /// The unit's folder.
    package let bundle: URL
    /// The result of reading the property lists.
    package let reading: ImageUnitReading
    /// The filters that could be read, by name. The unit is loaded when one of them is created.
    package let filters: [FilterSubject]

    /// Reads a bundle without running its code.
    package init(bundle: URL) {
        let reading = ImageUnitDescription.read(at: bundle)
        let loading = UnitLoading(bundle: bundle)
        self.bundle = bundle
        self.reading = reading
        filters = (reading.unit?.filters ?? []).map { description in
            FilterSubject(
                name: description.name, description: description,
                refusals: { loading.refusals(of: description.name) },
                make: {
                    _ = loading.report
                    return try CIFilter.named(description.name)
                })
        }
    }
}

/// Loads a unit on first use. Thread-safe.
private final class UnitLoading: @unchecked Sendable {
    private let bundle: URL
    private let lock = NSLock()
    private var loaded: CIPlugInReport?

    init(bundle: URL) { self.bundle = bundle }

    var report: CIPlugInReport {
        lock.withLock {
            if let loaded { return loaded }
            let report: CIPlugInReport
            do throws(CIPlugInError) {
                report = try CIPlugIn.loadReporting(bundle, allowExecutableCode: true)
            } catch {
                report = error.report
            }
            loaded = report
            return report
        }
    }

    /// Returns the reasons why a filter wasn't registered, or nil if it was: the errors that mention it, or else all
    /// errors.
    func refusals(of filter: String) -> [String]? {
        let report = report
        if report.filters.contains(where: { $0.name == filter && $0.isRegistered }) { return nil }
        let errors = report.problems.filter(\.isError).map(\.description)
        let named = errors.filter { $0.contains(filter) }
        return named.isEmpty ? errors : named
    }
}
