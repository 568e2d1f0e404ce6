import Foundation
import Synchronization

/// A disk cache for results, found by the input that they were computed from. It contains machine code, so that a
/// program whose code is cached never opens LLVM, and the results of scanning image units.
///
/// The cache never fails. If a file can't be read it is missing, if it can't be written it is not cached, and `report`
/// is called once with the reason. Files are written atomically, contain their full key and a checksum, and may be
/// written and removed by any number of processes at once. The folder must be writable by this user only, because its
/// contents may be executed.
///
/// Thread-safe.
package final class DiskCache: Sendable {
    /// The default limit of the files' total size, in bytes.
    package static let defaultSizeLimit = 64 << 20

    /// The path of the folder.
    package let path: String
    /// The limit of the files' total size, in bytes. The least recently used files are removed first.
    package let sizeLimit: Int
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var folder: CacheFolder?
        var isUnusable = false
        var hasReported = false
        /// The known total size of the files, in bytes. Nil before the folder was first listed.
        var size: Int?
        var writesSinceLook = 0
    }

    /// Creates a cache in a folder. The folder is opened, and created if necessary, at the first access.
    package init(
        path: String, sizeLimit: Int = defaultSizeLimit, report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.path, self.sizeLimit, self.report) = (path, max(0, sizeLimit), report)
    }

    /// Returns the user's folder for a kind of results, `objects` or `units`.
    ///
    /// This is the folder with that name in `$COREIMAGE_CACHE`, or in `coreimage` in `$XDG_CACHE_HOME` or `~/.cache`.
    /// Nil if `COREIMAGE_CACHE` is `none`, or if there is no home folder.
    package static func standardPath(
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

    /// Returns the object for a key, or nil if it isn't cached.
    package func object(for key: [UInt8]) -> [UInt8]? {
        guard let folder = folder() else { return nil }
        let name = Self.name(of: key)
        guard let bytes = folder.contents(of: name, limit: max(sizeLimit, 1)) else { return nil }
        if let object = CachedObject.object(in: bytes, for: key) { return object }
        // The file is damaged, or belongs to another key with the same hash. Remove it in either case.
        folder.remove(name)
        return nil
    }

    /// Stores an object. An object larger than a quarter of the size limit is not stored.
    package func store(_ object: [UInt8], for key: [UInt8]) {
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

    /// Removes the object for a key, if the caller found it to be unusable.
    package func remove(_ key: [UInt8]) { folder()?.remove(Self.name(of: key)) }

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
            // The cache folder was deleted while this process ran. Create it again.
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

    /// Removes the least recently used files if the size limit is exceeded.
    ///
    /// The folder is listed at the first write of a process and then only rarely, to take other processes' writes into
    /// account.
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
        // A process that ended during a write leaves a hidden file.
        let abandoned = time(nil) - 3600
        for file in files where file.name.hasPrefix(".") && file.lastUse < abandoned { folder.remove(file.name) }
        files.removeAll { $0.name.hasPrefix(".") }
        var total = files.reduce(0) { $0 + $1.size }
        if total > sizeLimit {
            files.sort { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
            for file in files {
                // Free a quarter of the limit at once, so that the next clean-up is not soon.
                guard total > sizeLimit / 4 * 3 else { break }
                folder.remove(file.name)
                total -= file.size
            }
        }
        let size = total
        state.withLock { $0.size = size }
    }
}
