import Foundation

/// Paths as people like to read them.
enum DisplayPath {
    /// From the working folder where the file is below it, else as it is.
    static func relative(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        return here != "/" && path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
    }
}
