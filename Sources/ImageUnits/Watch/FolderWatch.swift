import DirectoryWatching
import Foundation

/// Reports changes in folders: a file written, replaced by renaming, made or removed, at any depth up to 12.
///
/// Changes that follow each other within a few hundredths of a second are reported once, after the last. Folders that
/// don't exist yet are noticed when they appear. The watch ends when the object is released, which may happen on any
/// thread; a report that is running then completes. Thread-safe.
package final class FolderWatch: Sendable {
    /// The default time without changes before a report.
    package static let standardDelay = Duration.milliseconds(30)

    private let watch: DirectoryWatch

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - roots: Returns the folders or files to watch; called again after each change. Links below them are not
    ///     followed.
    ///   - delay: The time without changes before a report. If changes continue, a report follows after ten times this
    ///     time.
    ///   - unwatched: Called once for each folder that isn't watched, with the reason, before the first report on the
    ///     calling thread and later on the watch's own thread.
    ///   - report: Called on the watch's own thread, never twice at the same time.
    /// - Throws: `FolderWatchError` if the system allows no more watches.
    package init(
        roots: @escaping @Sendable () -> [String], delay: Duration = standardDelay,
        unwatched: @escaping @Sendable (FolderWatchError) -> Void = { _ in },
        report: @escaping @Sendable () -> Void
    ) throws(FolderWatchError) {
        do throws(DirectoryWatchError) { watch = try DirectoryWatch() } catch {
            throw .unavailable(reason: error.description)
        }
        let loop = try WatchLoop(watch, roots: roots, delay: delay, unwatched: unwatched, report: report)
        let thread = Thread { loop.run() }
        thread.name = "folder watch"
        thread.start()
    }

    deinit { watch.end() }
}
