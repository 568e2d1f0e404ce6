import Foundation
import Synchronization

/// Looks at units without running their code, and remembers what it found in a cache.
///
/// A unit whose files the file system says are unchanged is taken from the cache; else one whose bytes are; else it is read and its kernels
/// are compiled. Units are scanned on all processors. Thread-safe.
public struct UnitScanner: Sendable {
    private let cache: ScanCache?
    private let context: [String]
    private let languages: [String]
    private let settlingTime: Int

    /// A scanner.
    ///
    /// - Parameters:
    ///   - cache: Where scans are kept; nil to keep none.
    ///   - host: What tells this build of the library from others: a kernel that compiles in one may not in another.
    ///   - languages: Languages for the names to show, best first.
    public init(
        cache: ScanCache? = .standard(), host: String, languages: [String] = LanguagePreference.languages()
    ) {
        // File systems tell times apart that lie two seconds apart; some only those.
        self.init(cache: cache, host: host, languages: languages, settlingTime: 3)
    }

    /// A scanner that trusts the times of files which lie further back than `settlingTime` seconds.
    init(cache: ScanCache?, host: String, languages: [String], settlingTime: Int) {
        (self.cache, self.languages, self.settlingTime) = (cache, languages, settlingTime)
        context = ["unit scan", host, ImageUnitStamp.hostArchitecture] + languages
    }

    /// What the scan of a unit is kept under.
    func key(of bundle: URL, root: String) -> [UInt8] {
        Array((context + [root, bundle.absoluteString]).joined(separator: "\0").utf8)
    }

    /// Scans units, in the order given.
    public func scan(_ bundles: [URL]) -> [UnitScan] {
        let scans = Mutex([UnitScan?](repeating: nil, count: bundles.count))
        DispatchQueue.concurrentPerform(iterations: bundles.count) { index in
            let scan = scan(bundles[index])
            scans.withLock { $0[index] = scan }
        }
        return scans.withLock { $0.compactMap(\.self) }
    }

    /// Scans one unit.
    public func scan(_ bundle: URL) -> UnitScan {
        guard let folder = UnitFolder(bundle: bundle) else { return UnitScan(reading: bundle, languages: languages) }
        do throws(ImageUnitProblem) {
            return try scan(bundle, folder, BundleContents(folder))
        } catch {
            var scan = UnitScan(reading: bundle, languages: languages)
            let issue = ImageUnitIssue(severity: .error, scope: .executable, bundle: bundle, problem: error)
            // A unit that has no code loses nothing.
            if scan.unit?.filters.contains(where: { $0.kind == .executable }) == true {
                scan.findings.append(.init(issue))
            }
            return scan
        }
    }

    private func scan(
        _ bundle: URL, _ folder: UnitFolder, _ contents: BundleContents
    ) throws(ImageUnitProblem) -> UnitScan {
        let snapshot = contents.snapshot
        let key = key(of: bundle, root: folder.root)
        let kept = cache?.entry(for: key)
        if let kept, kept.isSettled, kept.snapshot == snapshot { return kept.scan }

        let fingerprint = try UnitFingerprint(contents)
        let scan: UnitScan
        if let kept, kept.scan.fingerprint == fingerprint {
            scan = kept.scan
        } else {
            var new = UnitScan(reading: bundle, languages: languages)
            new.fingerprint = fingerprint
            scan = new
        }
        // What changed while it was read may be half of one version and half of the next, and is not kept.
        let after = try BundleContents(folder)
        if after.snapshot == snapshot {
            cache?.store(
                .init(snapshot: snapshot, isSettled: contents.isSettled(for: settlingTime), scan: scan), for: key)
        }
        return scan
    }
}
