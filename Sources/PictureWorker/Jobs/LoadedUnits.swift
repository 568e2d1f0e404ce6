import CoreImage
import Synchronization

/// The image units that the worker has loaded. Thread-safe.
package final class LoadedUnits: Sendable {
    /// The units of this process.
    package static let shared = LoadedUnits()

    private let reports = Mutex<[CIPlugInReport]>([])

    private init() {}

    /// Remembers units that have been loaded.
    package func add(_ new: [CIPlugInReport]) { reports.withLock { $0 += new.filter(\.isLoaded) } }

    /// The identifiers and fingerprints, sorted.
    var fingerprints: [String] {
        reports.withLock { $0.map { "\($0.identifier ?? "")=\($0.fingerprint ?? $0.version ?? "")" } }.sorted()
    }

    /// The paths of the units.
    var paths: [String] { reports.withLock { $0.map(\.url.path) } }

    /// Checks that units are loaded.
    ///
    /// - Throws: `JobFailure` of the kind `unit`.
    func check(_ identifiers: [String]) throws(JobFailure) {
        let known = Set(reports.withLock { $0.compactMap(\.identifier) })
        guard let missing = identifiers.first(where: { !known.contains($0) }) else { return }
        throw JobFailure(.unit, "The image unit \(missing) isn't loaded.")
    }
}
