import CoreImageEssentials
import Foundation
import ImageUnits
import Logging

let imageUnitLog = Logger(label: "coreimage.imageunits")

/// Loads units into the filter registry, replaces those that change, and unloads them.
///
/// The unit found first is used: a unit whose identifier, or a filter whose name, is already in use is shadowed, even
/// if it is newer. A folder early in the search path can therefore override an installed unit. A unit whose folder no
/// longer exists shadows nothing.
///
/// Each load of a new version of a unit is a generation. The registry changes from one generation to the next
/// atomically; existing filter objects keep the code and kernels that they were made from. A version in which an error
/// would remove a filter isn't used, and the previous version stays in use.
///
/// Thread-safe: units are scanned in parallel and loaded one after the other.
package final class ImageUnitHost: @unchecked Sendable {
    package static let shared = ImageUnitHost(
        scanner: UnitScanner(host: "\(version) \(interfaceHash)", reader: RemoteBundleReader(), marks: .standard()),
        quarantine: .standard)

    /// The version of Core Image, which units can require with `CoreImageMinimumVersion`.
    static let version = "0.1.0"

    let scanner: UnitScanner
    let quarantine: UnitQuarantine
    let makeCode: (UnitCodeSource) throws -> any UnitCode
    private let lock = NSRecursiveLock()
    /// The units by canonical path.
    private(set) var units: [String: LoadedUnit] = [:]
    /// The reports of unloaded units by path, for errors about their filters.
    private var unloaded: [String: CIPlugInReport] = [:]
    private var count = 0

    /// Creates a host. `makeCode` is called with the lock held, so that a unit's code is started only once.
    init(
        scanner: UnitScanner, quarantine: UnitQuarantine,
        makeCode: @escaping (UnitCodeSource) throws -> any UnitCode = ImageUnitHost.makeCode
    ) {
        (self.scanner, self.quarantine, self.makeCode) = (scanner, quarantine, makeCode)
    }

    /// The reports of all units that were examined and not unloaded since, in the order of first examination.
    var reports: [CIPlugInReport] {
        lock.withLock { units.values.sorted { $0.number < $1.number }.map(\.report) }
    }

    /// Returns whether a unit was examined and not unloaded since.
    func hasExamined(_ bundle: URL) -> Bool { lock.withLock { units[Self.canonicalPath(of: bundle)] != nil } }

    func load(_ bundles: [URL], allowExecutableCode: Bool) -> [CIPlugInReport] {
        load(scanner.scan(bundles), allowExecutableCode: allowExecutableCode)
    }

    /// Loads units as they were when they were scanned.
    func load(_ scans: [UnitScan], allowExecutableCode: Bool) -> [CIPlugInReport] {
        scans.map { scan in
            lock.withLock {
                let path = Self.canonicalPath(of: scan.bundle)
                if let before = units[path], before.report.isLoaded, before.allowsCode || !allowExecutableCode,
                    before.isUpToDate(with: scan)
                {
                    return before.report
                }
                return activate(scan, at: path, allowExecutableCode: allowExecutableCode).report
            }
        }
    }

    func load(_ url: URL, allowExecutableCode: Bool) -> CIPlugInReport {
        load([url], allowExecutableCode: allowExecutableCode)[0]
    }

    /// Reloads a unit, even if it hasn't changed. The error's report says if the previous version stays in use.
    func reload(_ url: URL) throws(CIPlugInError) -> CIPlugInReport {
        let scan = scanner.scan(url)
        let (report, isActive) = lock.withLock {
            let path = Self.canonicalPath(of: url)
            guard units[path] != nil else {
                var report = CIPlugInReport(url: url)
                report.problems = [.init(bundle: url, "\(ImageUnitHostError.notLoaded(url))")]
                return (report, false)
            }
            return activate(scan, at: path, allowExecutableCode: false)
        }
        guard isActive, report.isLoaded else { throw CIPlugInError(report: report) }
        return report
    }

    /// Reloads the units that changed, unloads those that no longer exist, and retries those whose obstacle has been
    /// removed.
    func reloadChanged() -> [CIPlugInReport] { scanner.scan(reports.map(\.url)).compactMap(update) }

    /// Brings one unit up to date; returns nil if there was nothing to do.
    func update(_ scan: UnitScan) -> CIPlugInReport? {
        lock.withLock {
            let path = Self.canonicalPath(of: scan.bundle)
            guard let before = units[path] else { return nil }
            if !Self.exists(scan.bundle) { return unload(scan.bundle, isGone: true) }
            if before.isUpToDate(with: scan), !obstacleIsGone(for: before) { return nil }
            return activate(scan, at: path, allowExecutableCode: false).report
        }
    }

    /// Removes a unit's filters from the registry; returns nil if the unit wasn't loaded.
    @discardableResult
    func unload(_ url: URL, isGone: Bool = false) -> CIPlugInReport? {
        lock.withLock {
            let path = Self.canonicalPath(of: url)
            guard let unit = units.removeValue(forKey: path) else { return nil }
            replaceFilters(of: unit, with: [])
            unit.code?.retire()
            var report = unit.report
            if isGone { report.problems = [.init(bundle: url, "\(ImageUnitHostError.gone(url))", isError: false)] }
            for index in report.filters.indices where report.filters[index].isRegistered {
                report.filters[index].state = .unloaded
            }
            unloaded[path] = report
            return report
        }
    }

    /// Returns why a filter that isn't registered can't be made; nil if no examined unit contains it.
    package func error(forMissingFilter name: String) -> CIFilterError? {
        let reports = lock.withLock { self.reports + unloaded.sorted { $0.key < $1.key }.map(\.value) }
        return reports.lazy.compactMap { $0.error(forMissingFilter: name) }.first
    }

    // MARK: With the lock held

    /// Puts a scanned version into use, unless an error would remove a filter that is in use.
    private func activate(
        _ scan: UnitScan, at path: String, allowExecutableCode: Bool
    ) -> (report: CIPlugInReport, isActive: Bool) {
        let before = units[path]
        var loaded = loaded(scan, at: path, allowsCode: allowExecutableCode || before?.allowsCode == true)
        loaded.report.filters.sort { $0.name < $1.name }
        if var before, before.losesFilter(with: loaded) {
            loaded.code?.retire()
            let kept = ImageUnitHostError.keptEarlier(scan.bundle, version: before.report.version)
            before.report.problems = loaded.report.problems + [.init(bundle: scan.bundle, "\(kept)")]
            before.refusedScan = scan
            units[path] = before
            return (before.report, false)
        }
        loaded.report.generation = (before?.report.generation ?? 0) + 1
        replaceFilters(of: before, with: loaded.entries)
        before?.code?.retire()
        count += 1
        loaded.number = before?.number ?? count
        units[path] = loaded
        unloaded[path] = nil
        return (loaded.report, true)
    }

    private func replaceFilters(of before: LoadedUnit?, with entries: [FilterRegistry.Entry]) {
        guard let origin = before.map({ CIFilterOrigin.imageUnit($0.scan.bundle) }) ?? entries.first?.origin else {
            return
        }
        FilterRegistry.shared.replace(before?.entries.map(\.name) ?? [], from: origin, with: entries)
    }

    /// Returns whether the obstacle to one of the unit's filters has been removed.
    private func obstacleIsGone(for unit: LoadedUnit) -> Bool {
        unit.report.filters.contains { filter in
            switch filter.state {
            case .shadowed(by: .imageUnit(let other)): !isInUse(other)
            case .shadowed: FilterRegistry.shared.entry(named: filter.name) == nil
            case .quarantined: unit.scan.fingerprint.map { !quarantine.isQuarantined($0) } ?? false
            default: false
            }
        }
    }

    /// Returns whether a unit has filters in the registry and its folder exists.
    func isInUse(_ bundle: URL) -> Bool {
        Self.exists(bundle) && units[Self.canonicalPath(of: bundle)]?.report.isLoaded == true
    }

    // MARK: Paths

    /// Returns one canonical path for all URLs of the same bundle, with links resolved.
    static func canonicalPath(of bundle: URL) -> String { bundle.resolvingSymlinksInPath().standardizedFileURL.path }

    static func exists(_ bundle: URL) -> Bool { FileManager.default.fileExists(atPath: bundle.path) }
}
