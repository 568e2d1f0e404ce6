import CacheFiles
import Foundation
import UntrustedInput

/// Scans kept on disk, so that units that didn't change are neither parsed nor compiled again.
///
/// One file for each unit: reading five hundred takes a few milliseconds, and processes that scan different units at once don't undo each
/// other's work, as they would in a file for a folder. A file that is damaged, cut short, of another version or somebody else's counts as
/// absent and is written anew. Where nothing can be written, nothing is kept. Thread-safe.
public struct ScanCache: Sendable {
    /// Bytes that the files may take; what was not used for longest is removed first.
    public static let sizeLimit = 64 << 20

    private let cache: DiskCache

    /// A cache in a folder, which is made when first needed and must belong to this user alone.
    public init(path: String) { cache = DiskCache(path: path, sizeLimit: Self.sizeLimit) }

    /// The user's cache: `$COREIMAGE_CACHE/units`, `$XDG_CACHE_HOME/coreimage/units` or `~/.cache/coreimage/units`; nil where
    /// `COREIMAGE_CACHE` is `none`, or there is no home.
    public static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ScanCache? {
        DiskCache.standardPath(for: "units", environment: environment).map(ScanCache.init(path:))
    }

    /// A scan, and when it holds.
    struct Entry: Codable {
        /// `BundleContents.snapshot` before and after the scan.
        var snapshot: String
        /// Whether the same snapshot means the same contents; otherwise the fingerprint has to be compared.
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
