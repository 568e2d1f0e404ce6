import Foundation
import Glibc
import Synchronization

/// Reports changes in folders: a file written, replaced by renaming, made or removed, at any depth up to 12.
///
/// It uses inotify, and doesn't poll. Changes that follow each other within a few hundredths of a second are reported
/// once, after the last. Folders that don't exist yet are noticed when they appear. The watch ends when the object is
/// released, which may happen on any thread; a report that is running then completes. Thread-safe.
public final class FolderWatch: Sendable {
    /// The default time without changes before a report.
    public static let standardDelay = Duration.milliseconds(30)

    private let loop: WatchLoop

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - roots: Returns the folders or files to watch; called again after each change. Links below them are not
    ///     followed.
    ///   - delay: The time without changes before a report. If changes continue, a report follows after ten times this
    ///     time.
    ///   - report: Called on the watch's own thread, never twice at the same time.
    /// - Throws: `FolderWatchError` if the system allows no more watches.
    public init(
        roots: @escaping @Sendable () -> [String], delay: Duration = standardDelay,
        report: @escaping @Sendable () -> Void
    ) throws(FolderWatchError) {
        loop = try WatchLoop(roots: roots, delay: delay, report: report)
        let thread = Thread { [loop] in loop.run() }
        thread.name = "folder watch"
        thread.start()
    }

    deinit { loop.end() }
}

/// The reason why folders can't be watched.
public enum FolderWatchError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// The system allows no more watches, or none at all.
    case unavailable(reason: String)
    /// A folder can't be watched.
    case unwatchable(path: String, reason: String)

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .unavailable(let reason):
            "folders can't be watched: \(reason); end other programs that watch folders, or raise fs.inotify.max_user_instances"
        case .unwatchable(let path, let reason):
            "\(path) can't be watched: \(reason); make it readable, or raise fs.inotify.max_user_watches"
        }
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
