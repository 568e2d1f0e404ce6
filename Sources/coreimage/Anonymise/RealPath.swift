import Foundation

/// A file's path without symbolic links, to tell whether two names mean one file.
enum RealPath {
    /// The path of a file that need not be there: as much of it as exists is resolved.
    static func of(_ url: URL) -> String {
        if let path = resolved(url.path) { return path }
        let standard = url.standardizedFileURL
        let parent = standard.deletingLastPathComponent()
        guard parent.path != standard.path else { return standard.path }
        let folder = of(parent)
        return (folder == "/" ? "" : folder) + "/" + standard.lastPathComponent
    }

    private static func resolved(_ path: String) -> String? {
        guard let buffer = realpath(path, nil) else { return nil }
        defer { free(buffer) }
        return String(cString: buffer)
    }
}
