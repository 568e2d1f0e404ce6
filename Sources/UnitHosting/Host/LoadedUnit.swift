import CoreImageEssentials
import ImageUnits

/// One version of a unit as the host loaded it: what was found in its bundle, what became of its filters, and its code.
///
/// The host makes it from a scan, and registers its entries if it puts the version into use.
struct LoadedUnit {
    /// The version in use, or the refused version if none was ever in use.
    let scan: UnitScan
    var report: CIPlugInReport
    /// Whether executable code of the unit may run.
    let allowsCode: Bool
    /// The code of the version; nil if the unit has none, or none that may run.
    var code: (any UnitCode)?
    /// The filters to register.
    private(set) var entries: [FilterRegistry.Entry] = []
    /// The position of the unit in the order of first examination.
    var number = 0
    /// A later version that was refused. It isn't tried again until it changes.
    var refusedScan: UnitScan?

    /// A version with the problems and the refused filters of its scan.
    init(_ scan: UnitScan, allowsCode: Bool) {
        (self.scan, self.allowsCode) = (scan, allowsCode)
        report = CIPlugInReport(url: scan.bundle)
        report.problems = scan.findings.map(CIPlugInReport.Problem.init)
        (report.identifier, report.version) = (scan.unit?.identifier, scan.unit?.version)
        report.fingerprint = scan.fingerprint?.hexadecimal
        report.filters = scan.refusedFilters.map {
            .init(name: $0.name, isExecutable: $0.kind == .executable, state: .refused)
        }
    }

    /// Adds an error to the report.
    mutating func add(_ error: any Error, filter: String? = nil) {
        report.problems.append(.init(bundle: report.url, "\(error)", filter: filter))
    }

    /// Adds a filter to the report.
    mutating func setState(_ state: CIPlugInReport.Filter.State, of filter: FilterDescription) {
        report.filters.append(.init(name: filter.name, isExecutable: filter.kind == .executable, state: state))
    }

    /// Adds a filter to the report and to the entries.
    mutating func register(_ filter: FilterDescription, by makeFilter: @escaping () -> CIFilter?) {
        setState(.registered, of: filter)
        entries.append(
            .init(
                name: filter.name, attributes: filter.classAttributes, origin: .imageUnit(report.url),
                unit: report.identifier.map { UnitRelease(identifier: $0, version: report.version) },
                makeFilter: makeFilter))
    }

    /// Returns whether loading `scan` would change nothing.
    func isUpToDate(with scan: UnitScan) -> Bool { (refusedScan ?? self.scan).isSameVersion(as: scan) }

    /// Returns whether a later version would remove a filter in use because of an error.
    func losesFilter(with later: LoadedUnit) -> Bool {
        guard report.isLoaded else { return false }
        let states = Dictionary(later.report.filters.map { ($0.name, $0.state) }) { first, _ in first }
        let hasLost = report.filters.contains { filter in
            switch states[filter.name] {
            case .refused?, .shadowed?: filter.isRegistered
            default: false
            }
        }
        return hasLost || later.report.filters.isEmpty
    }
}
