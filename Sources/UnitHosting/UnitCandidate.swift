import CoreImageEssentials
import ImageUnits
import Recipes

/// A version of a unit that is ready to be put into use. Nothing of it is registered yet.
struct UnitCandidate {
    var report: CIPlugInReport
    var entries: [FilterRegistry.Entry] = []
    var code: (any UnitCode)?

    /// A candidate with the problems and the refused filters of a scan.
    init(_ scan: UnitScan) {
        report = CIPlugInReport(url: scan.bundle)
        report.problems = scan.findings.map(CIPlugInReport.Problem.init)
        (report.identifier, report.version) = (scan.unit?.identifier, scan.unit?.version)
        report.fingerprint = scan.fingerprint?.hexadecimal
        report.filters = scan.refusedFilters.map {
            .init(name: $0.name, isExecutable: $0.kind == .executable, state: .refused)
        }
    }

    mutating func add(_ error: any Error, filter: String? = nil) {
        report.problems.append(.init(bundle: report.url, "\(error)", filter: filter))
    }

    mutating func settle(_ filter: FilterDescription, _ state: CIPlugInReport.Filter.State) {
        report.filters.append(.init(name: filter.name, isExecutable: filter.kind == .executable, state: state))
    }

    /// Sorts all filters by name, including refused ones.
    mutating func finish() { report.filters.sort { $0.name < $1.name } }
}
