import CoreImageEssentials
import Foundation
import ImageUnits
import Synchronization

/// Compares a folder of units with its previous state, and makes the host load, reload and unload units accordingly.
/// Thread-safe.
final class FolderUpdates: Sendable {
    private let folder: URL
    private let allowExecutableCode: Bool
    private let host: ImageUnitHost
    /// The folder's units at the last scan; nil before the first.
    private let lastScans = Mutex<[UnitScan]?>(nil)

    init(_ folder: URL, allowExecutableCode: Bool, host: ImageUnitHost) {
        (self.folder, self.allowExecutableCode, self.host) = (folder, allowExecutableCode, host)
    }

    /// The paths to watch: the folder, and the targets of links in it that lead outside of it.
    var roots: [String] {
        let root = ImageUnitHost.canonicalPath(of: folder)
        // With the slash, so that /a/units2 isn't taken for a part of /a/units.
        let inside = root.hasSuffix("/") ? root : root + "/"
        return [folder.path]
            + CIPlugIn.bundles(at: folder).map(ImageUnitHost.canonicalPath(of:)).filter {
                $0 != root && !$0.hasPrefix(inside)
            }
    }

    /// Records the folder's present state as the starting point. Called after watching has begun, so that no change is
    /// missed.
    func begin() {
        lastScans.withLock { if $0 == nil { $0 = scans } }
    }

    private var scans: [UnitScan] {
        host.scanner.scan(CIPlugIn.bundles(at: folder).filter(ImageUnitHost.exists))
    }

    /// Brings the host up to date, and returns a report for each unit that changed.
    func apply() -> [CIPlugInReport] {
        lastScans.withLock { lastScans in
            let scans = scans
            guard let before = lastScans else {
                lastScans = scans
                return []
            }
            var reports: [CIPlugInReport] = []
            for gone in before where !scans.contains(where: { $0.bundle == gone.bundle }) {
                if let report = host.unload(gone.bundle, isGone: true) { reports.append(report) }
            }
            for scan in scans {
                if host.hasExamined(scan.bundle) {
                    if let report = host.update(scan) { reports.append(report) }
                } else if before.first(where: { $0.bundle == scan.bundle })?.isSameVersion(as: scan) != true {
                    // What is loaded must be what is recorded. Otherwise a unit that was still being written would
                    // seem to change once more, and be loaded again after the application has unloaded it.
                    reports += host.load([scan], allowExecutableCode: allowExecutableCode)
                }
            }
            lastScans = scans
            return reports
        }
    }
}
