import Foundation
import Synchronization

/// Reads units without running their code, and caches the results.
///
/// If the file system reports no change, the scan comes from the cache. Otherwise the fingerprint of the bytes is
/// compared; only if that differs too, the unit is read and its kernels are compiled. Units are scanned on all
/// processors. Thread-safe.
package struct UnitScanner: Sendable {
    private let cache: ScanCache?
    private let context: [String]
    private let languages: [String]
    private let settlingTime: Int
    private let reader: (any BundleReader)?
    private let marks: ReadingCrashLog?
    private let readHere: @Sendable (URL, [String]) -> UnitScan

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - cache: The cache for scans; nil for none.
    ///   - host: A text that identifies this build of the library. A kernel that compiles in one build may fail in
    ///     another.
    ///   - languages: Languages for the display names, best first.
    ///   - reader: Reads units in another process; nil to read them in this one.
    ///   - marks: Remembers the units whose reading ended this process; nil to remember none.
    package init(
        cache: ScanCache? = .standard(), host: String, languages: [String] = LanguagePreference.languages(),
        reader: (any BundleReader)? = nil, marks: ReadingCrashLog? = nil
    ) {
        // The coarsest file systems store times in steps of two seconds.
        self.init(cache: cache, host: host, languages: languages, settlingTime: 3, reader: reader, marks: marks)
    }

    /// Creates a scanner that trusts file times older than `settlingTime` seconds. `readHere` reads a unit in this
    /// process.
    init(
        cache: ScanCache?, host: String, languages: [String], settlingTime: Int, reader: (any BundleReader)? = nil,
        marks: ReadingCrashLog? = nil, readHere: (@Sendable (URL, [String]) -> UnitScan)? = nil
    ) {
        (self.cache, self.languages, self.settlingTime) = (cache, languages, settlingTime)
        (self.reader, self.marks) = (reader, marks)
        self.readHere =
            readHere ?? { bundle, languages in
                ReaderFault.crashIfConfigured(bundle)
                return UnitScan(reading: bundle, languages: languages)
            }
        context = ["unit scan", host, ImageUnitStamp.hostArchitecture] + languages
    }

    /// Returns the cache key of a unit's scan.
    func key(of bundle: URL, root: String) -> [UInt8] {
        Array((context + [root, bundle.absoluteString]).joined(separator: "\0").utf8)
    }

    /// Scans units. The results have the order of `bundles`.
    package func scan(_ bundles: [URL]) -> [UnitScan] {
        let folders = bundles.map(UnitFolder.init(bundle:))
        let session = reader?.session(reading: folders.compactMap { $0?.root })
        let scans = Mutex([UnitScan?](repeating: nil, count: bundles.count))
        DispatchQueue.concurrentPerform(iterations: bundles.count) { index in
            let scan = scan(bundles[index], folders[index], session)
            scans.withLock { $0[index] = scan }
        }
        return scans.withLock { $0.compactMap(\.self) }
    }

    /// Scans one unit.
    package func scan(_ bundle: URL) -> UnitScan { scan([bundle])[0] }

    /// Forgets that reading a unit ended a process, so that the next scan reads the unit again.
    ///
    /// - Returns: Whether there was anything to forget.
    package func release(_ bundle: URL) -> Bool {
        guard let folder = UnitFolder(bundle: bundle) else { return false }
        let key = key(of: bundle, root: folder.root)
        let isKept = cache?.entry(for: key)?.scan.readerFailure != nil
        if isKept { cache?.remove(key) }
        let snapshot = (try? BundleContents(folder))?.snapshot ?? ""
        let wasMarked = marks?.release(ReadingCrashLog.mark(root: folder.root, snapshot: snapshot)) ?? false
        return isKept || wasMarked
    }

    private func scan(_ bundle: URL, _ folder: UnitFolder?, _ session: (any BundleReadingSession)?) -> UnitScan {
        guard let folder else { return UnitScan(reading: bundle, languages: languages) }
        do throws(ImageUnitProblem) {
            return try scan(bundle, folder, BundleContents(folder), session)
        } catch {
            var scan = read(bundle, folder, snapshot: "", session).scan
            let issue = ImageUnitIssue(severity: .error, scope: .executable, bundle: bundle, problem: error)
            // A unit without code needs no fingerprint.
            if scan.unit?.filters.contains(where: { $0.kind == .executable }) == true {
                scan.findings.append(.init(issue))
            }
            return scan
        }
    }

    private func scan(
        _ bundle: URL, _ folder: UnitFolder, _ contents: BundleContents, _ session: (any BundleReadingSession)?
    ) throws(ImageUnitProblem) -> UnitScan {
        let snapshot = contents.snapshot
        let key = key(of: bundle, root: folder.root)
        let kept = cache?.entry(for: key)
        if let kept, kept.isSettled, kept.snapshot == snapshot { return kept.scan }

        let fingerprint = try UnitFingerprint(contents)
        var (scan, isLasting) = (UnitScan?.none, true)
        if let kept, kept.scan.fingerprint == fingerprint {
            scan = kept.scan
        } else {
            (scan, isLasting) = read(bundle, folder, snapshot: snapshot, session)
            scan?.fingerprint = fingerprint
        }
        guard let scan else { throw .notAFolder }
        // If the bundle changed during the scan, the result may mix two versions, and is not kept.
        let after = try BundleContents(folder)
        if after.snapshot == snapshot, isLasting {
            cache?.store(
                .init(snapshot: snapshot, isSettled: contents.isSettled(for: settlingTime), scan: scan), for: key)
        }
        return scan
    }

    /// Reads a bundle in another process, or in this one if there is no other.
    ///
    /// - Returns: The scan, and whether reading the same files again would give the same result.
    private func read(
        _ bundle: URL, _ folder: UnitFolder, snapshot: String, _ session: (any BundleReadingSession)?
    ) -> (scan: UnitScan, isLasting: Bool) {
        do throws(BundleReadingFailure) {
            guard let session else { throw BundleReadingFailure.unavailable }
            let scan = try session.read(bundle, root: folder.root, languages: languages)
            guard scan.isConfined(to: bundle, root: folder.root) else {
                throw .failed(cause: "returned paths outside the unit", isLasting: true)
            }
            return (scan, true)
        } catch {
            switch error {
            case .failed(let cause, let isLasting):
                return (UnitScan(refusing: bundle, .readerEnded(cause: cause)), isLasting)
            case .unavailable: break
            }
        }
        guard let marks else { return (readHere(bundle, languages), true) }
        let mark = ReadingCrashLog.mark(root: folder.root, snapshot: snapshot)
        // The refusal isn't cached: the mark persists by itself until it is released.
        guard marks.begin(mark) == .read else {
            return (UnitScan(refusing: bundle, .readerEnded(cause: "ended at once, twice")), false)
        }
        defer { marks.end(mark) }
        return (readHere(bundle, languages), true)
    }
}
