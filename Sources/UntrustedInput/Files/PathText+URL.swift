import Foundation

extension PathText {
    /// Returns the URL of the file that the system finds at this path.
    ///
    /// Unlike `URL(fileURLWithPath:)`, which rewrites `~` and `..` in the text, this treats `~` as an ordinary name,
    /// since a shell has already replaced it where it means a folder. It keeps `..`, which is the parent of the folder
    /// that a link leads to.
    ///
    /// - Parameter folder: The start of a relative path. The current folder if nil.
    package func fileURL(isDirectory: Bool? = nil, in folder: URL? = nil) -> URL {
        let start = folder?.path ?? FileManager.default.currentDirectoryPath
        let path = text.hasPrefix("/") ? text : start + (start.hasSuffix("/") ? "" : "/") + text
        return isDirectory.map { URL(fileURLWithPath: path, isDirectory: $0) } ?? URL(fileURLWithPath: path)
    }
}
