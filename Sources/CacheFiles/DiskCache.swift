import Foundation
import Synchronization

/// Results kept on disk by what they were computed from: machine code, so that a program that finds all of its code here never opens LLVM,
/// and what scanning image units came to.
///
/// The cache never fails: what can't be read is missing, what can't be written is not kept, and `report` hears why, once. Files are put in
/// place in one piece, carry their full key and a checksum, and may be written and removed by any number of processes at once. The
/// folder must belong to this user alone, because what is in it may be executed.
///
/// Thread-safe.
public final class DiskCache: Sendable {
    /// Bytes that the files may take where nothing else is said.
    public static let defaultSizeLimit = 64 << 20

    /// Where the files are.
    public let path: String
    /// Bytes that the files may take; what was not used for longest is removed first.
    public let sizeLimit: Int
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var folder: CacheFolder?
        var isUnusable = false
        var hasReported = false
        /// Bytes in the folder as far as known; nil before the first look.
        var size: Int?
        var writesSinceLook = 0
    }

    /// A cache in a folder, which is opened or made when first needed.
    public init(
        path: String, sizeLimit: Int = defaultSizeLimit, report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.path, self.sizeLimit, self.report) = (path, max(0, sizeLimit), report)
    }

    /// The user's folder for results of a kind, `objects` or `units`: in `$COREIMAGE_CACHE`, or `coreimage/` and the kind in `$XDG_CACHE_HOME`
    /// or `~/.cache`; nil where the first is `none`, or where there is no home.
    public static func standardPath(
        for kind: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        switch environment["COREIMAGE_CACHE"] {
        case "none"?: return nil
        case let path? where !path.isEmpty: return "\(path)/\(kind)"
        default: break
        }
        // Relative paths are invalid by the XDG specification.
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return "\(cache)/coreimage/\(kind)" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.cache/coreimage/\(kind)"
    }

    /// The object kept for a key, or nil.
    public func object(for key: [UInt8]) -> [UInt8]? {
        guard let folder = folder() else { return nil }
        let name = Self.name(of: key)
        guard let bytes = folder.contents(of: name, limit: max(sizeLimit, 1)) else { return nil }
        if let object = CachedObject.object(in: bytes, for: key) { return object }
        // Damaged, or of another key with the same hash: either way it is of no use in its place.
        folder.remove(name)
        return nil
    }

    /// Keeps an object. What is too large to stand beside others is not kept.
    public func store(_ object: [UInt8], for key: [UInt8]) {
        let bytes = CachedObject.encoded(key: key, object: object)
        guard bytes.count <= sizeLimit / 4, let folder = folder() else { return }
        do {
            try write(bytes, to: Self.name(of: key), in: folder)
        } catch {
            report(once: error)
            return
        }
        limit(added: bytes.count, in: folder)
    }

    /// Forgets the object of a key, which turned out to be of no use.
    public func remove(_ key: [UInt8]) { folder()?.remove(Self.name(of: key)) }

    static func name(of key: [UInt8]) -> String { MurmurHash(key).text + ".o" }

    private func folder() -> CacheFolder? {
        let (folder, problem) = state.withLock { state -> (CacheFolder?, DiskCacheError?) in
            if state.folder != nil || state.isUnusable { return (state.folder, nil) }
            do throws(DiskCacheError) {
                state.folder = try CacheFolder(path: path)
                return (state.folder, nil)
            } catch {
                state.isUnusable = true
                return (nil, error)
            }
        }
        if let problem { report(once: problem) }
        return folder
    }

    private func write(_ bytes: [UInt8], to name: String, in folder: CacheFolder) throws(DiskCacheError) {
        do throws(DiskCacheError) {
            try folder.write(bytes, to: name)
        } catch .unusable(_, ENOENT) {
            // Someone cleared the caches while we ran.
            state.withLock { $0.folder = nil }
            guard let folder = self.folder() else { return }
            try folder.write(bytes, to: name)
        }
    }

    private func report(once error: DiskCacheError) {
        let isFirst = state.withLock { state in
            defer { state.hasReported = true }
            return !state.hasReported
        }
        if isFirst { report(error.description) }
    }

    /// Removes what was not used for longest where the limit is passed.
    ///
    /// The folder is looked through at the first write of a process and rarely after that: others write too.
    private func limit(added: Int, in folder: CacheFolder) {
        let mustLook = state.withLock { state in
            state.writesSinceLook += 1
            if let size = state.size { state.size = size + added }
            let mustLook = state.size.map { $0 > sizeLimit } ?? true || state.writesSinceLook >= 64
            if mustLook { state.writesSinceLook = 0 }
            return mustLook
        }
        guard mustLook else { return }
        var files = folder.files()
        // A process that was ended while it wrote leaves a hidden file.
        let abandoned = time(nil) - 3600
        for file in files where file.name.hasPrefix(".") && file.lastUse < abandoned { folder.remove(file.name) }
        files.removeAll { $0.name.hasPrefix(".") }
        var total = files.reduce(0) { $0 + $1.size }
        if total > sizeLimit {
            files.sort { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
            for file in files {
                // A quarter is freed at once, so that the next look is some way off.
                guard total > sizeLimit / 4 * 3 else { break }
                folder.remove(file.name)
                total -= file.size
            }
        }
        let size = total
        state.withLock { $0.size = size }
    }
}
