import Foundation
import Glibc
import Synchronization

/// Says when something below some folders changes: a file written, replaced by renaming, made or removed, at any depth.
///
/// The kernel reports changes (inotify); nothing is polled. Changes that follow each other within a few hundredths of a second are
/// reported once, after the last. Folders that don't exist yet are noticed when they appear. Ends when the object is released, which may be
/// from any thread; a report that is under way then is finished. Thread-safe.
public final class FolderWatch: Sendable {
    /// How long it has to be quiet before a change is reported.
    public static let standardDelay = Duration.milliseconds(30)

    private let loop: WatchLoop

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - roots: The folders or files, which is asked again after each change. Links below them are not followed.
    ///   - delay: How long it has to be quiet before a change is reported. A change is reported after ten times as long at the latest.
    ///   - report: Called on a thread of the watch's own, never twice at once.
    /// - Throws: `FolderWatchError` when the system allows no more watches.
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

/// Why folders can't be watched.
public enum FolderWatchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The system allows no more watches, or none at all.
    case unavailable(reason: String)
    /// A folder can't be watched.
    case unwatchable(path: String, reason: String)

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .unavailable(let reason):
            "folders can't be watched: \(reason); end other programs that watch folders, or raise fs.inotify.max_user_instances"
        case .unwatchable(let path, let reason):
            "\(path) can't be watched: \(reason); make it readable, or raise fs.inotify.max_user_watches"
        }
    }
}
