import Foundation
import ImageUnits
import Logging

let imageUnitLog = Logger(label: "coreimage.imageunits")

/// Loads units into the filter registry, replaces those that change, and takes them out again.
///
/// What is found first counts: a unit whose identifier, or a filter whose name, is there already is shadowed, so that a folder early in the
/// search path can hold a unit that stands in for an installed one, whichever is the newer. A unit whose folder is gone shadows nothing.
///
/// Each load of another version of a unit is a generation. The registry changes from one to the next at once; filters alive keep the code
/// and the kernels that they were made from. A version that would lose a filter through an error isn't taken: the one before stays.
///
/// Thread-safe: units are scanned at the same time, and loaded one after the other.
final class ImageUnitHost: @unchecked Sendable {
    static let shared = ImageUnitHost(
        scanner: UnitScanner(host: "\(version) \(interfaceHash)", reader: WorkerReader(), marks: .standard()),
        quarantine: .standard)

    /// The version of Core Image that units may ask for in `CoreImageMinimumVersion`.
    static let version = "0.1.0"

    let scanner: UnitScanner
    let quarantine: UnitQuarantine
    let makeCode: (UnitCodeSource) throws -> any UnitCode
    private let lock = NSRecursiveLock()
    /// By place.
    private(set) var units: [String: LoadedUnit] = [:]
    /// What became of units that were unloaded, by place, for whoever asks for one of their filters.
    private var unloaded: [String: CIPlugInReport] = [:]
    private var count = 0

    /// A host. `makeCode` is called with the lock held, so that a unit's code is started once.
    init(
        scanner: UnitScanner, quarantine: UnitQuarantine,
        makeCode: @escaping (UnitCodeSource) throws -> any UnitCode = ImageUnitHost.makeCode
    ) {
        (self.scanner, self.quarantine, self.makeCode) = (scanner, quarantine, makeCode)
    }

    /// Every unit that was looked at and not unloaded since, in the order of the first look.
    var reports: [CIPlugInReport] {
        lock.withLock { units.values.sorted { $0.number < $1.number }.map(\.report) }
    }

    /// Whether a unit was looked at and not unloaded since.
    func isLooked(at bundle: URL) -> Bool { lock.withLock { units[Self.place(of: bundle)] != nil } }

    func load(_ bundles: [URL], allowExecutableCode: Bool) -> [CIPlugInReport] {
        scanner.scan(bundles).map { scan in
            lock.withLock {
                let place = Self.place(of: scan.bundle)
                if let before = units[place], before.report.isLoaded, before.allowsCode || !allowExecutableCode,
                    before.isUpToDate(with: scan)
                {
                    return before.report
                }
                return take(scan, at: place, allowExecutableCode: allowExecutableCode).report
            }
        }
    }

    func load(_ url: URL, allowExecutableCode: Bool) -> CIPlugInReport {
        load([url], allowExecutableCode: allowExecutableCode)[0]
    }

    /// Loads a unit anew, changed or not. The error's report says when the version before stays in use.
    func reload(_ url: URL) throws(CIPlugInError) -> CIPlugInReport {
        let scan = scanner.scan(url)
        let (report, isTaken) = lock.withLock {
            let place = Self.place(of: url)
            guard units[place] != nil else {
                var report = CIPlugInReport(url: url)
                report.problems = [.init(bundle: url, "\(ImageUnitHostError.notLoaded(url))")]
                return (report, false)
            }
            return take(scan, at: place, allowExecutableCode: false)
        }
        guard isTaken, report.isLoaded else { throw CIPlugInError(report: report) }
        return report
    }

    /// Loads the units anew that changed, unloads those that are gone, and tries those again whose obstacle is gone.
    func reloadChanged() -> [CIPlugInReport] { scanner.scan(reports.map(\.url)).compactMap(update) }

    /// Brings one unit up to date; nil when it is.
    func update(_ scan: UnitScan) -> CIPlugInReport? {
        lock.withLock {
            let place = Self.place(of: scan.bundle)
            guard let before = units[place] else { return nil }
            if !Self.exists(scan.bundle) { return unload(scan.bundle, isGone: true) }
            if before.isUpToDate(with: scan), !mayRetry(before) { return nil }
            return take(scan, at: place, allowExecutableCode: false).report
        }
    }

    /// Takes a unit's filters out of the registry; nil when it wasn't loaded.
    @discardableResult
    func unload(_ url: URL, isGone: Bool = false) -> CIPlugInReport? {
        lock.withLock {
            let place = Self.place(of: url)
            guard let unit = units.removeValue(forKey: place) else { return nil }
            replaceFilters(of: unit, with: [])
            unit.code?.retire()
            var report = unit.report
            if isGone { report.problems = [.init(bundle: url, "\(ImageUnitHostError.gone(url))", isError: false)] }
            for index in report.filters.indices where report.filters[index].isRegistered {
                report.filters[index].state = .unloaded
            }
            unloaded[place] = report
            return report
        }
    }

    /// Why a filter that isn't registered can't be had from the unit that has it; nil when no unit that was looked at has it.
    func explanation(ofMissing name: String) -> CIFilterError? {
        let reports = lock.withLock { self.reports + unloaded.sorted { $0.key < $1.key }.map(\.value) }
        return reports.lazy.compactMap { $0.explanation(ofMissing: name) }.first
    }

    // MARK: Under the lock

    /// Takes a scan into use, unless a filter would be lost through an error.
    private func take(
        _ scan: UnitScan, at place: String, allowExecutableCode: Bool
    ) -> (report: CIPlugInReport, isTaken: Bool) {
        let before = units[place]
        let allowsCode = allowExecutableCode || before?.allowsCode == true
        var candidate = candidate(for: scan, at: place, allowExecutableCode: allowsCode)
        if var before, before.loses(by: candidate.report) {
            candidate.code?.retire()
            let kept = ImageUnitHostError.keptEarlier(scan.bundle, version: before.report.version)
            before.report.problems = candidate.report.problems + [.init(bundle: scan.bundle, "\(kept)")]
            before.refusedScan = scan
            units[place] = before
            return (before.report, false)
        }
        candidate.report.generation = (before?.report.generation ?? 0) + 1
        replaceFilters(of: before, with: candidate.entries)
        before?.code?.retire()
        count += 1
        units[place] = LoadedUnit(
            number: before?.number ?? count, scan: scan, report: candidate.report, allowsCode: allowsCode,
            code: candidate.code)
        unloaded[place] = nil
        return (candidate.report, true)
    }

    private func replaceFilters(of before: LoadedUnit?, with entries: [FilterRegistry.Entry]) {
        let names = before?.report.filters.filter(\.isRegistered).map(\.name) ?? []
        guard let origin = before.map({ CIFilterOrigin.imageUnit($0.scan.bundle) }) ?? entries.first?.origin else {
            return
        }
        FilterRegistry.shared.replace(names, from: origin, with: entries)
    }

    /// Whether what stood in the way of a filter is gone.
    private func mayRetry(_ unit: LoadedUnit) -> Bool {
        unit.report.filters.contains { filter in
            switch filter.state {
            case .shadowed(by: .imageUnit(let other)): !isInUse(other)
            case .shadowed: FilterRegistry.shared.entry(named: filter.name) == nil
            case .quarantined: unit.scan.fingerprint.map { !quarantine.isQuarantined($0) } ?? false
            default: false
            }
        }
    }

    /// Whether a unit has filters in the registry, and a folder.
    func isInUse(_ bundle: URL) -> Bool {
        Self.exists(bundle) && units[Self.place(of: bundle)]?.report.isLoaded == true
    }

    // MARK: Places

    /// One path for all the URLs that name the same bundle.
    static func place(of bundle: URL) -> String { bundle.resolvingSymlinksInPath().standardizedFileURL.path }

    static func exists(_ bundle: URL) -> Bool { FileManager.default.fileExists(atPath: bundle.path) }
}
