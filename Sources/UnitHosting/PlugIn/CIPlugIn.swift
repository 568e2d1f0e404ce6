import CoreImageEssentials
import Foundation
import ImageUnits
import Synchronization
import UntrustedInput

/// Loads image units, which are bundles of third-party filters.
///
/// Units are searched in `$COREIMAGE_UNITS` (colon separated), `$XDG_DATA_HOME/Graphics/Image Units`,
/// `~/Library/Graphics/Image Units`, `/Library/Graphics/Image Units`, `/usr/local/lib/image-units` and
/// `/usr/lib/image-units`. Loaded filters are in the registry; create them with `CIFilter(name:)`.
///
/// Loading a unit again has no effect unless the unit changed. After a change, new filter objects use the new version,
/// and existing ones keep the old version. If two units have the same identifier, or two filters have the same name,
/// the one found first is used, even if the other is newer. A folder early in the search path can therefore override an
/// installed unit. `reload(_:)`, `unload(_:)`, `reloadChanged()` and `watch(_:allowExecutableCode:_:)` keep units up to
/// date while the process runs.
///
/// The older methods return nothing and log what was refused; each has an equivalent that returns or throws reports.
/// Thread-safe.
public final class CIPlugIn: NSObject {
    private override init() { super.init() }

    /// The version of Core Image that units are loaded into. A unit can require a minimum version with
    /// `CoreImageMinimumVersion`.
    public class var hostVersion: String { ImageUnitHost.version }

    /// Whether kernels of nonexecutable filters may be compiled to machine code, which is faster. The default is false.
    ///
    /// Otherwise they are interpreted, so that no machine code is generated from third-party kernel text. In both cases
    /// kernels can read only their images and arguments, and their loops are bounded. A change affects images made
    /// after it. Thread-safe.
    public class var trustsKernels: Bool {
        get { KernelTrust.isGranted.withLock { $0 } }
        set { KernelTrust.isGranted.withLock { $0 = newValue } }
    }

    /// Whether executable code of units runs in this process, with all its rights. The default is false.
    ///
    /// Otherwise each executable unit runs in its own sandboxed process (`coreimage-unit-worker`). A change affects
    /// units that are loaded after it. Thread-safe.
    public class var trustsExecutableCode: Bool {
        get { codeTrust.withLock { $0 } }
        set { codeTrust.withLock { $0 = newValue } }
    }

    /// The resource limits of an executable unit in its worker process. A change affects units that are loaded after
    /// it. Thread-safe.
    public class var executableUnitLimits: CIPlugInLimits {
        get { chosenLimits.withLock { $0 } ?? CIPlugInLimits() }
        set { chosenLimits.withLock { $0 = newValue } }
    }

    private static let codeTrust = Mutex(false)
    // Nil at first, because Swift 6.3 optimises a static mutex so that it starts with zeros, whatever its initial value
    // is.
    private static let chosenLimits = Mutex<CIPlugInLimits?>(nil)

    /// Loads every installed unit, including executable code.
    public class func loadAllPlugIns() { log(loadedReports(allowExecutableCode: true)) }

    /// Loads only the nonexecutable filters of the installed units; runs no code of any unit.
    public class func loadNonExecutablePlugIns() { log(loadedReports(allowExecutableCode: false)) }

    /// Loads one unit.
    ///
    /// - Parameters:
    ///   - url: The bundle, `Name.plugin`.
    ///   - allowExecutableCode: Whether the unit's executable code may run; otherwise only its nonexecutable filters
    ///     are loaded.
    public class func load(_ url: URL!, allowExecutableCode: Bool) {
        guard let url else { return }
        log([ImageUnitHost.shared.load(url, allowExecutableCode: allowExecutableCode)])
    }

    /// Loads only the nonexecutable filters of a unit; runs none of its code.
    public class func loadNonExecutablePlugIn(_ url: URL!) { load(url, allowExecutableCode: false) }

    /// Older spelling of `load(_:allowExecutableCode:)`. True loads only the nonexecutable filters, as the older
    /// documentation says.
    @available(*, deprecated, message: "use load(_:allowExecutableCode:), whose flag has the opposite sense")
    public class func load(_ url: URL!, allowNonExecutable: Bool) {
        load(url, allowExecutableCode: !allowNonExecutable)
    }

    /// Loads one unit, and returns its report.
    ///
    /// - Throws: `CIPlugInError` if none of the unit's filters could be registered.
    @discardableResult
    public class func loadReporting(_ url: URL, allowExecutableCode: Bool) throws(CIPlugInError) -> CIPlugInReport {
        let report = ImageUnitHost.shared.load(url, allowExecutableCode: allowExecutableCode)
        guard report.isLoaded else { throw CIPlugInError(report: report) }
        return report
    }

    /// Loads every installed unit, and returns a report for each in the order found, including refused units.
    public class func loadedReports(allowExecutableCode: Bool) -> [CIPlugInReport] {
        ImageUnitHost.shared.load(ImageUnitSearchPath.standard().bundles(), allowExecutableCode: allowExecutableCode)
    }

    /// Loads the units in a folder, or the single unit at the URL, and returns a report for each.
    public class func reports(scanning url: URL, allowExecutableCode: Bool) -> [CIPlugInReport] {
        ImageUnitHost.shared.load(bundles(at: url), allowExecutableCode: allowExecutableCode)
    }

    /// Returns the units in a folder, or the single unit at the URL.
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
