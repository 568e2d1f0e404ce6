import Foundation
import ImageUnits

extension CIPlugIn {
    /// A report for every unit that was looked at and not unloaded since, refused ones included, in the order of the first look.
    public class var loadedUnits: [CIPlugInReport] { ImageUnitHost.shared.reports }

    /// Takes a unit's filters out of the registry. Filters alive go on working.
    ///
    /// - Returns: What the unit had; nil when it wasn't loaded.
    @discardableResult
    public class func unload(_ url: URL) -> CIPlugInReport? { ImageUnitHost.shared.unload(url) }

    /// Loads a unit anew, whether it changed or not. Filters alive keep the version that they were made from; code may run if it might before.
    ///
    /// - Throws: `CIPlugInError` when the unit was never loaded, or when the new version is refused. Where one of the filters in use would be
    ///   lost through an error, all of the version before stays in use, and the error's report says so.
    @discardableResult
    public class func reload(_ url: URL) throws(CIPlugInError) -> CIPlugInReport {
        try ImageUnitHost.shared.reload(url)
    }

    /// Loads every unit anew that changed since it was loaded, unloads those that are gone, and tries those again that were shadowed or in
    /// quarantine and are no more.
    ///
    /// - Returns: A report for each unit that something was done with; none when all are as they were.
    @discardableResult
    public class func reloadChanged() -> [CIPlugInReport] { ImageUnitHost.shared.reloadChanged() }

    /// Keeps the units of a folder up to date while the returned object lives: a unit that appears is loaded, one that changes is loaded anew,
    /// one that goes is unloaded.
    ///
    /// What is in the folder at the start and isn't loaded is left alone until it changes. Nothing is polled; changes that follow each other
    /// closely are reported together.
    ///
    /// - Parameters:
    ///   - folder: A folder of units, or one unit. It need not exist yet.
    ///   - allowExecutableCode: Whether machine code of units that were not loaded before may run; others keep what they had.
    ///   - report: Called with a report for each unit that something was done with, on a thread of the watch's own, never twice at once.
    /// - Throws: `CIPlugInWatchError` when the system allows no more watches.
    public class func watch(
        _ folder: URL, allowExecutableCode: Bool = false, _ report: @escaping @Sendable ([CIPlugInReport]) -> Void
    ) throws(CIPlugInWatchError) -> CIPlugInWatch {
        try CIPlugInWatch(folder, allowExecutableCode: allowExecutableCode, host: .shared, report)
    }
}

extension CIPlugIn {
    /// What scans units for this process, for tools that look at units which they don't load.
    package class var unitScanner: UnitScanner { ImageUnitHost.shared.scanner }
}
