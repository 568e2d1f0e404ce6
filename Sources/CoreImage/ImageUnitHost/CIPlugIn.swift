import Foundation
import ImageUnits
import KernelLanguage
import Synchronization

/// Loads image units: bundles of filters by other people.
///
/// Units are searched in `$COREIMAGE_UNITS` (colon separated), `$XDG_DATA_HOME/Graphics/Image Units`, `~/Library/Graphics/Image Units`,
/// `/Library/Graphics/Image Units`, `/usr/local/lib/image-units` and `/usr/lib/image-units`. Filters that were loaded are in the registry:
/// create them with `CIFilter(name:)`.
///
/// Loading a unit again does nothing unless it changed; then filters made from now on are those of the new version, and filters alive go on
/// as they are. Of two units with the same identifier, or two filters with the same name, the one found first counts, whichever is newer,
/// so that a folder early in the search path can hold a stand-in for an installed unit. `reload(_:)`, `unload(_:)`, `reloadChanged()` and
/// `watch(_:allowExecutableCode:_:)` keep units up to date while the process runs.
///
/// The older methods return nothing and write what was refused to the log; each has a twin that returns or throws reports. Thread-safe.
public final class CIPlugIn: NSObject {
    private override init() { super.init() }

    /// The version of Core Image that units are loaded into; a unit may ask for a least one with `CoreImageMinimumVersion`.
    public class var hostVersion: String { ImageUnitHost.version }

    /// Whether kernels of nonexecutable filters may be compiled to machine code, which is faster; false unless the host says so.
    ///
    /// They are interpreted otherwise, so that no instruction of the processor is chosen by somebody else's text. Either way kernels see
    /// nothing but their images and numbers, and their loops are bounded. Counts for images made after a change. Thread-safe.
    public class var trustsKernels: Bool {
        get { trust.withLock { $0 } }
        set { trust.withLock { $0 = newValue } }
    }

    private static let trust = Mutex(false)

    /// Whether machine code of units runs in this process, with all its rights; false unless the host says so. Otherwise each executable unit
    /// runs in a sandboxed process of its own (`coreimage-unit-worker`). Counts for units that are loaded after a change. Thread-safe.
    public class var trustsExecutableCode: Bool {
        get { codeTrust.withLock { $0 } }
        set { codeTrust.withLock { $0 = newValue } }
    }

    /// What an executable unit may use in its process. Counts for units that are loaded after a change. Thread-safe.
    public class var executableUnitLimits: CIPlugInLimits {
        get { chosenLimits.withLock { $0 } ?? CIPlugInLimits() }
        set { chosenLimits.withLock { $0 = newValue } }
    }

    private static let codeTrust = Mutex(false)
    // Nil at first: Swift 6.3 optimises a static mutex to hold zeros, whatever else it is made with.
    private static let chosenLimits = Mutex<CIPlugInLimits?>(nil)

    /// Loads every installed unit, machine code included.
    public class func loadAllPlugIns() { log(loadedReports(allowExecutableCode: true)) }

    /// Loads only the filters of installed units that consist of kernels; runs no code of any unit.
    public class func loadNonExecutablePlugIns() { log(loadedReports(allowExecutableCode: false)) }

    /// Loads one unit.
    ///
    /// - Parameters:
    ///   - url: The bundle, `Name.plugin`.
    ///   - allowExecutableCode: Whether machine code of the unit may run; otherwise only its nonexecutable filters are loaded.
    public class func load(_ url: URL!, allowExecutableCode: Bool) {
        guard let url else { return }
        log([ImageUnitHost.shared.load(url, allowExecutableCode: allowExecutableCode)])
    }

    /// Loads only the filters of a unit that consist of kernels; runs none of its code.
    public class func loadNonExecutablePlugIn(_ url: URL!) { load(url, allowExecutableCode: false) }

    /// Older spelling of `load(_:allowExecutableCode:)`. As documented then, true means that only kernels are loaded.
    @available(*, deprecated, message: "use load(_:allowExecutableCode:), whose flag has the opposite sense")
    public class func load(_ url: URL!, allowNonExecutable: Bool) {
        load(url, allowExecutableCode: !allowNonExecutable)
    }

    /// Loads one unit, and reports on it.
    ///
    /// - Throws: `CIPlugInError` when not one filter of the unit could be registered.
    @discardableResult
    public class func loadReporting(_ url: URL, allowExecutableCode: Bool) throws(CIPlugInError) -> CIPlugInReport {
        let report = ImageUnitHost.shared.load(url, allowExecutableCode: allowExecutableCode)
        guard report.isLoaded else { throw CIPlugInError(report: report) }
        return report
    }

    /// Loads every installed unit, and reports on each, refused ones included; sorted as they were found.
    public class func loadedReports(allowExecutableCode: Bool) -> [CIPlugInReport] {
        ImageUnitHost.shared.load(ImageUnitSearchPath.standard().bundles(), allowExecutableCode: allowExecutableCode)
    }

    /// Loads the units in a folder, or the one unit that the URL names, and reports on each.
    public class func reports(scanning url: URL, allowExecutableCode: Bool) -> [CIPlugInReport] {
        ImageUnitHost.shared.load(bundles(at: url), allowExecutableCode: allowExecutableCode)
    }

    /// The units in a folder, or the one unit that the URL names.
    class func bundles(at url: URL) -> [URL] {
        url.pathExtension == "plugin" ? [url] : ImageUnitSearchPath(folders: [url]).bundles()
    }

    private class func log(_ reports: [CIPlugInReport]) {
        for report in reports {
            for problem in report.problems {
                imageUnitLog.log(
                    level: problem.isError ? .error : problem.isNote ? .debug : .warning,
                    "\(printableLines(problem.description))")
            }
        }
    }
}
