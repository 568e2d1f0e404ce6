import Foundation

/// A watch on the files that a unit is built from.
package final class UnitWatch: Sendable {
    /// The changes of one save.
    package struct Change: Sendable {
        /// The changed files, relative to the unit's folder.
        package let files: Set<String>
        /// Whether code has to be compiled again.
        package let touchesCode: Bool
        /// When the first of the files changed.
        package let began: ContinuousClock.Instant
    }

    private let watch: SourceWatch

    /// Starts to watch the sources.
    ///
    /// - Throws: `AuthoringError.notWatched`.
    package init(_ sources: UnitSources) throws(AuthoringError) {
        let parts = sources.bundleParts.path == sources.folder.path ? "" : sources.bundleParts.lastPathComponent + "/"
        let wanted = ["Sources", parts + "Resources", parts + "Info.plist"]
        // SourceWatch also passes the folders that lead to the wanted ones.
        let way = parts.isEmpty ? [] : [String(parts.dropLast())]
        watch = try SourceWatch(sources.folder) { path in
            let isWanted = way.contains(path) || wanted.contains { path == $0 || path.hasPrefix($0 + "/") }
            return !isWanted || path.split(separator: "/").contains { FolderContents.isIgnored($0) }
        }
    }

    /// Waits for a save. Returns nil if the watch has ended.
    package func change() throws(AuthoringError) -> Change? {
        guard let (files, began) = try watch.changes() else { return nil }
        let touchesCode = files.contains { $0.isEmpty || $0 == "Sources" || $0.hasPrefix("Sources/") }
        return Change(files: files, touchesCode: touchesCode, began: began)
    }

    /// Makes `change` return nil. Safe to call from any thread.
    package func end() { watch.end() }
}
