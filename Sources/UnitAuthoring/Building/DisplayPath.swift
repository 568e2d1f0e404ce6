import Foundation

/// Shortens paths for messages.
enum DisplayPath {
    /// Returns a path relative to the current folder, if the file is below it, and the unchanged path otherwise.
    static func relative(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        return here != "/" && path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
    }
}
