import Foundation

/// The reason why folders can't be watched.
package enum FolderWatchError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// The system allows no more watches, or none at all.
    case unavailable(reason: String)
    /// A folder can't be watched.
    case unwatchable(path: String, reason: String)
    /// A folder isn't watched, because it is nested too deeply.
    case tooDeep(path: String, limit: Int)
    /// A folder isn't watched, because there are too many.
    case tooMany(path: String, limit: Int)

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .unavailable(let reason):
            "folders can't be watched: \(reason); end other programs that watch folders, or raise fs.inotify.max_user_instances"
        case .unwatchable(let path, let reason):
            "\(path) can't be watched: \(reason); make it readable, or raise fs.inotify.max_user_watches"
        case .tooDeep(let path, let limit):
            "\(path) isn't watched: it is more than \(limit) folders below the watched one; move it up"
        case .tooMany(let path, let limit):
            "\(path) isn't watched: there are more than \(limit) folders; watch a folder with fewer folders in it"
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
