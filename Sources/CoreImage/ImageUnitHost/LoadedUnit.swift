import ImageUnits

/// A unit that was looked at, and what became of it.
struct LoadedUnit {
    /// Counts the units in the order in which they were first looked at.
    let number: Int
    /// The version in use, or the one that was refused when none ever was in use.
    var scan: UnitScan
    var report: CIPlugInReport
    /// Whether machine code of the unit may run.
    var allowsCode: Bool
    /// What runs the code of the version in use; nil when the unit has none, or none that may run.
    var code: (any UnitCode)?
    /// A later version, which was refused: it isn't tried again until it changes.
    var refusedScan: UnitScan?

    /// Whether looking at `scan` would change nothing.
    func isUpToDate(with scan: UnitScan) -> Bool { (refusedScan ?? self.scan).isSameVersion(as: scan) }

    /// Whether taking `report` in place of what is in use would lose a filter through an error.
    func loses(by report: CIPlugInReport) -> Bool {
        guard self.report.isLoaded else { return false }
        let states = Dictionary(report.filters.map { ($0.name, $0.state) }) { first, _ in first }
        let hasLost = self.report.filters.contains { filter in
            switch states[filter.name] {
            case .refused?, .shadowed?: filter.isRegistered
            default: false
            }
        }
        return hasLost || report.filters.isEmpty
    }
}
