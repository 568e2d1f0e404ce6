import DirectoryWatching
import Foundation
import Synchronization

/// Waits for changes in a unit's sources, and reports the changed paths.
///
/// `changes` is for one thread; `end` may be called from any.
package final class SourceWatch: Sendable {
    private let folder: URL
    private let isIgnored: @Sendable (_ path: String) -> Bool
    private let watch: DirectoryWatch
    /// The paths of the watched folders, relative to `folder`.
    private let folders = Mutex<[DirectoryWatch.DirectoryID: String]>([:])

    /// The time without changes before a report. An editor saves a file in several steps.
    private static let quietTime = Duration.milliseconds(15)
    /// The longest time from the first change to a report, if changes continue.
    private static let longestDelay = Duration.milliseconds(200)

    /// Starts to watch.
    ///
    /// - Parameter isIgnored: Whether changes at a path, relative to the folder, are ignored. It is called for folders
    ///   too; a folder that is ignored isn't watched.
    /// - Throws: `AuthoringError.notWatched`.
    package init(_ folder: URL, ignoring isIgnored: @escaping @Sendable (_ path: String) -> Bool) throws(AuthoringError)
    {
        (self.folder, self.isIgnored) = (folder, isIgnored)
        do throws(DirectoryWatchError) { watch = try DirectoryWatch() } catch {
            throw .notWatched(folder.path, reason: error.description)
        }
        try add("")
    }

    /// Makes this and all later calls of `changes` return nil. Safe to call from any thread.
    package func end() { watch.end() }

    /// Waits until something has changed, and then for a time without changes.
    ///
    /// - Returns: The changed paths, relative to the folder, and the time of the first change. The path "" means that
    ///   events were lost, so that anything may have changed. Nil if the watch has ended.
    /// - Throws: `AuthoringError.notWatched` if the folder itself is gone, or if a new folder in it can't be watched.
    package func changes() throws(AuthoringError) -> (paths: Set<String>, began: ContinuousClock.Instant)? {
        var changed: Set<String> = []
        var began: ContinuousClock.Instant?
        while true {
            let timeout = began.map { max(.zero, min(Self.quietTime, Self.longestDelay - (ContinuousClock.now - $0))) }
            switch watch.wait(timeout: timeout) {
            case .ended: return nil
            case .timedOut: if let began { return (changed, began) }
            case .changed:
                for change in watch.changes() { try note(change, in: &changed) }
                if began == nil, !changed.isEmpty { began = .now }
                if let began, .now - began > Self.longestDelay { return (changed, began) }
            }
        }
    }

    /// Adds the path of a change to `changed`, unless it is ignored.
    ///
    /// - Throws: `AuthoringError.notWatched` if the folder itself is gone.
    private func note(_ change: DirectoryWatch.Change, in changed: inout Set<String>) throws(AuthoringError) {
        if change.isOverflow {
            changed.insert("")
            return
        }
        guard let parent = folders.withLock({ $0[change.directory] }) else { return }
        if change.endsWatching { folders.withLock { $0[change.directory] = nil } }
        if change.endsWatching || change.removesDirectory {
            guard parent.isEmpty else { return }
            throw .notWatched(folder.path, reason: "it is not there any more")
        }
        let path = parent.isEmpty ? change.name : "\(parent)/\(change.name)"
        if isIgnored(path) { return }
        // A new file is reported when it has been written. A new folder may contain files already when its watch
        // starts.
        if change.isDirectory, change.isArrival { try add(path) }
        if change.isDirectory || !change.isCreation { changed.insert(path) }
    }

    /// Watches a folder and the folders in it. A folder in it that was removed meanwhile is left out.
    private func add(_ path: String) throws(AuthoringError) {
        let place = path.isEmpty ? folder.path : folder.appendingPathComponent(path).path
        do throws(DirectoryWatchError) {
            let directory = try watch.add(place, onlyDirectories: true)
            folders.withLock { $0[directory] = path }
        } catch {
            if error.isMissing, !path.isEmpty { return }
            throw .notWatched(place, reason: error.description)
        }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
            let inner = path.isEmpty ? name : "\(path)/\(name)"
            var status = stat()
            guard !isIgnored(inner), lstat(folder.appendingPathComponent(inner).path, &status) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { continue }
            try add(inner)
        }
    }
}
