import CoreImageEssentials
import Foundation
import ImageUnits

extension CIPlugIn {
    /// A report for each unit that was examined and not unloaded since, including refused units, in the order of first
    /// examination.
    public class var loadedUnits: [CIPlugInReport] { ImageUnitHost.shared.reports }

    /// Removes a unit's filters from the registry. Existing filter objects keep working.
    ///
    /// - Returns: The unit's report; nil if the unit wasn't loaded.
    @discardableResult
    public class func unload(_ url: URL) -> CIPlugInReport? { ImageUnitHost.shared.unload(url) }

    /// Loads a unit again, even if it hasn't changed.
    ///
    /// Existing filter objects keep the version that they were made from. The unit's executable code may run if it was
    /// allowed to run before.
    ///
    /// - Throws: `CIPlugInError` if the unit was never loaded, or if the new version is refused. If an error in the new
    ///   version would remove a filter that is in use, the whole previous version stays in use, and the error's report
    ///   says so.
    @discardableResult
    public class func reload(_ url: URL) throws(CIPlugInError) -> CIPlugInReport {
        try ImageUnitHost.shared.reload(url)
    }

    /// Reloads the units that changed since they were loaded, unloads those that no longer exist, and retries those
    /// that were shadowed or quarantined and no longer are.
    ///
    /// - Returns: A report for each unit that was reloaded, unloaded or retried; empty if nothing changed.
    @discardableResult
    public class func reloadChanged() -> [CIPlugInReport] { ImageUnitHost.shared.reloadChanged() }

    /// Keeps the units of a folder up to date for as long as the returned object exists: a new unit is loaded, a
    /// changed unit is reloaded, and a removed unit is unloaded.
    ///
    /// A unit that is in the folder at the start and isn't loaded is ignored until it changes. The folder isn't polled.
    /// Changes that follow each other closely are reported together.
    ///
    /// - Parameters:
    ///   - folder: A folder of units, or one unit. It need not exist yet.
    ///   - allowExecutableCode: Whether executable code may run of units that weren't loaded before. Units that were
    ///     loaded before keep their setting.
    ///   - report: Called with a report for each unit that was loaded, reloaded or unloaded, on a thread owned by the
    ///     watch. Calls don't overlap.
    /// - Throws: `CIPlugInWatchError` if the system allows no more watches.
    public class func watch(
        _ folder: URL, allowExecutableCode: Bool = false, _ report: @escaping @Sendable ([CIPlugInReport]) -> Void
    ) throws(CIPlugInWatchError) -> CIPlugInWatch {
        try CIPlugInWatch(folder, allowExecutableCode: allowExecutableCode, host: .shared, report)
    }
}

extension CIPlugIn {
    /// This process's unit scanner, for tools that examine units without loading them.
    package class var unitScanner: UnitScanner { ImageUnitHost.shared.scanner }
}
