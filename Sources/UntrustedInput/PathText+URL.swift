import Foundation

extension PathText {
    /// The file at this path as the system finds it: `~` is a name like others, which a shell has replaced where it
    /// stands for a folder, and `..` is the parent of what a link leads to. `URL(fileURLWithPath:)` replaces both by
    /// text of its own.
    ///
    /// - Parameter folder: What a relative path begins at; the current folder when left out.
    public func fileURL(isDirectory: Bool? = nil, in folder: URL? = nil) -> URL {
        let start = folder?.path ?? FileManager.default.currentDirectoryPath
        let path = text.hasPrefix("/") ? text : start + (start.hasSuffix("/") ? "" : "/") + text
        return isDirectory.map { URL(fileURLWithPath: path, isDirectory: $0) } ?? URL(fileURLWithPath: path)
    }
}
