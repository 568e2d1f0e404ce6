import CoreImageEssentials
import ImageUnits
import Recipes

/// A unit that was examined, and the result.
struct LoadedUnit {
    /// The position of the unit in the order of first examination.
    let number: Int
    /// The version in use, or the refused version if none was ever in use.
    var scan: UnitScan
    var report: CIPlugInReport
    /// Whether executable code of the unit may run.
    var allowsCode: Bool
    /// The code of the version in use; nil if the unit has none, or none that may run.
    var code: (any UnitCode)?
    /// A later version that was refused. It isn't tried again until it changes.
    var refusedScan: UnitScan?

    /// Returns whether loading `scan` would change nothing.
    func isUpToDate(with scan: UnitScan) -> Bool { (refusedScan ?? self.scan).isSameVersion(as: scan) }

    /// Returns whether the version of `report` would remove a filter in use because of an error.
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
