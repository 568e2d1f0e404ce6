import CacheFiles
import Foundation
import UntrustedInput

/// Scans kept on disk, so that unchanged units are neither parsed nor compiled again.
///
/// Each unit has its own file. Reading five hundred of them takes a few milliseconds, and processes that scan different
/// units at the same time don't overwrite each other's results, as they would with one file for a folder. A file that
/// is damaged, truncated, of another version or of another user counts as absent, and is written again. If the folder
/// can't be written, nothing is kept. Thread-safe.
package struct ScanCache: Sendable {
    /// Total size of all files, in bytes. The least recently used files are removed first.
    package static let sizeLimit = 64 << 20

    private let cache: DiskCache

    /// Creates a cache in a folder. The folder is made when it is first needed, and must belong to this user alone.
    package init(path: String) { cache = DiskCache(path: path, sizeLimit: Self.sizeLimit) }

    /// Returns the user's cache: `$COREIMAGE_CACHE/units`, `$XDG_CACHE_HOME/coreimage/units` or
    /// `~/.cache/coreimage/units`; nil if `COREIMAGE_CACHE` is `none`, or there is no home folder.
    package static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ScanCache? {
        DiskCache.standardPath(for: "units", environment: environment).map(ScanCache.init(path:))
    }

    /// A scan, and the state of the bundle that it is valid for.
    struct Entry: Codable {
        /// `BundleContents.snapshot`, which was the same before and after the scan.
        var snapshot: String
        /// Whether an equal snapshot guarantees equal contents. If not, the fingerprint must be compared.
        var isSettled: Bool
        var scan: UnitScan
    }

    func entry(for key: [UInt8]) -> Entry? {
        guard let bytes = cache.object(for: key) else { return nil }
        return try? CheckedJSON.decode(
            Entry.self, from: Data(bytes), limits: UnitScan.textLimits, with: UnitScan.decoder)
    }

    func store(_ entry: Entry, for key: [UInt8]) {
        if let data = try? UnitScan.encoder.encode(entry) { cache.store([UInt8](data), for: key) }
    }

    func remove(_ key: [UInt8]) { cache.remove(key) }
}
