import DirectoryWatching
import Foundation
import Glibc
import UntrustedInput

/// The thread of a `FolderWatch`. It waits for changes, then for a time without any, then reports.
///
/// It is a separate class so that the thread doesn't keep the `FolderWatch` alive, whose release ends the thread. After
/// `init`, only the thread uses it.
final class WatchLoop: @unchecked Sendable {
    /// Maximum number of watched folders.
    private static let folderLimit = 10_000
    /// Maximum depth of watched folders.
    private static let depthLimit = 12

    private let watch: DirectoryWatch
    private let roots: @Sendable () -> [String]
    private let delay: Duration
    private let unwatched: @Sendable (FolderWatchError) -> Void
    private let report: @Sendable () -> Void
    /// The names to look for in the folders above roots.
    private var namesAbove: [DirectoryWatch.DirectoryID: Set<String>] = [:]
    private var isWithin: Set<DirectoryWatch.DirectoryID> = []
    /// The folders that aren't watched, so that each is reported once.
    private var unwatchedPaths: Set<String> = []

    init(
        _ watch: DirectoryWatch, roots: @escaping @Sendable () -> [String], delay: Duration,
        unwatched: @escaping @Sendable (FolderWatchError) -> Void, report: @escaping @Sendable () -> Void
    ) throws(FolderWatchError) {
        (self.watch, self.roots, self.delay) = (watch, roots, delay)
        (self.unwatched, self.report) = (unwatched, report)
        try addRoots { error throws(FolderWatchError) in throw error }
    }

    func run() {
        defer { watch.close() }
        while watch.wait() == .changed {
            guard readsRelevantChange() else { continue }
            let clock = ContinuousClock()
            let latest = clock.now + delay * 10
            var due = clock.now + delay
            quiet: while clock.now < due {
                switch watch.wait(timeout: max(due - clock.now, .zero)) {
                case .ended: return
                case .timedOut: break quiet
                // Only relevant changes restart the delay.
                case .changed: if readsRelevantChange() { due = min(clock.now + delay, latest) }
                }
            }
            // New folders are watched before the report reads them, so that later changes in them cause another report.
            addRoots { reportOnce($0) }
            report()
        }
    }

    /// Reads all changes.
    ///
    /// - Returns: Whether one of them concerns a root.
    private func readsRelevantChange() -> Bool {
        var isRelevant = false
        for change in watch.changes() {
            if change.endsWatching {
                isWithin.remove(change.directory)
                namesAbove[change.directory] = nil
            } else if isWithin.contains(change.directory) || change.isOverflow
                || namesAbove[change.directory]?.contains(change.name) == true
            {
                isRelevant = true
            }
        }
        return isRelevant
    }

    private func reportOnce(_ error: FolderWatchError) {
        switch error {
        case .unavailable: unwatched(error)
        case .unwatchable(let path, _), .tooDeep(let path, _), .tooMany(let path, _):
            if unwatchedPaths.insert(path).inserted { unwatched(error) }
        }
    }

    // MARK: Adding folders

    /// Watches everything that exists now. Existing watches stay.
    ///
    /// - Parameter refused: Called for folders that the system refuses to watch.
    private func addRoots<Failure: Error>(
        refused: (FolderWatchError) throws(Failure) -> Void
    ) throws(Failure) {
        var budget = Self.folderLimit
        for root in roots() {
            let path = PathText(root).standardized
            try addFolderAbove(path, refused: refused)
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            try add(path, depth: 0, budget: &budget, refused: refused)
        }
    }

    /// Watches the nearest existing folder above a root, for the name in it that leads to the root.
    private func addFolderAbove<Failure: Error>(
        _ path: String, refused: (FolderWatchError) throws(Failure) -> Void
    ) throws(Failure) {
        var name = PathText(path).lastComponent
        var above = PathText(path).parent
        while access(above, F_OK) != 0, above != "/", !above.isEmpty {
            name = PathText(above).lastComponent
            above = PathText(above).parent
        }
        let directory: DirectoryWatch.DirectoryID
        do throws(DirectoryWatchError) {
            directory = try watch.add(
                above, events: [.contents, .attributes], onlyDirectories: true, followsLink: true)
        } catch {
            return try refused(.unwatchable(path: above, reason: error.description))
        }
        namesAbove[directory, default: []].insert(name)
    }

    private func add<Failure: Error>(
        _ path: String, depth: Int, budget: inout Int, refused: (FolderWatchError) throws(Failure) -> Void
    ) throws(Failure) {
        guard depth <= Self.depthLimit else { return reportOnce(.tooDeep(path: path, limit: Self.depthLimit)) }
        guard budget > 0 else { return reportOnce(.tooMany(path: path, limit: Self.folderLimit)) }
        budget -= 1
        do throws(DirectoryWatchError) {
            isWithin.insert(try watch.add(path, events: [.contents, .attributes]))
        } catch {
            // A folder that was removed meanwhile is reported by the watch of its parent.
            if error.isMissing { return }
            let reason = FolderWatchError.unwatchable(path: path, reason: error.description)
            if error.code == EACCES { return reportOnce(reason) }
            return try refused(reason)
        }
        guard let stream = opendir(path) else { return }
        var folders: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != "..", entry.pointee.d_type == UInt8(DT_DIR) || isFolder(path, name, entry)
            else { continue }
            folders.append(path + "/" + name)
        }
        closedir(stream)
        for folder in folders { try add(folder, depth: depth + 1, budget: &budget, refused: refused) }
    }

    /// Whether an entry is a folder, for file systems whose listings don't contain the type.
    private func isFolder(_ path: String, _ name: String, _ entry: UnsafeMutablePointer<dirent>) -> Bool {
        var status = stat()
        return entry.pointee.d_type == UInt8(DT_UNKNOWN) && lstat(path + "/" + name, &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }
}
