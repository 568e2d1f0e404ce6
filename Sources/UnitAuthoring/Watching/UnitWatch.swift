import Foundation

/// Watches the files that a unit is built from.
public final class UnitWatch: Sendable {
    /// What a save came to.
    public struct Change: Sendable {
        /// Files, relative to the unit's folder.
        public let files: Set<String>
        /// Whether code has to be compiled again.
        public let touchesCode: Bool
        /// When the first of the files changed.
        public let began: ContinuousClock.Instant
    }

    private let watch: SourceWatch

    /// Begins to watch the sources.
    ///
    /// - Throws: `AuthoringError.notWatched`.
    public init(_ sources: UnitSources) throws(AuthoringError) {
        let parts = sources.parts.path == sources.folder.path ? "" : sources.parts.lastPathComponent + "/"
        let wanted = ["Sources", parts + "Resources", parts + "Info.plist"]
        // SourceWatch asks about the folders on the way too.
        let way = parts.isEmpty ? [] : [String(parts.dropLast())]
        watch = try SourceWatch(sources.folder) { path in
            let isWanted = way.contains(path) || wanted.contains { path == $0 || path.hasPrefix($0 + "/") }
            return !isWanted || path.split(separator: "/").contains { FolderContents.isIgnored($0) }
        }
    }

    /// Waits for a save; nil when the watching has ended.
    public func change() throws(AuthoringError) -> Change? {
        guard let (files, began) = try watch.changes() else { return nil }
        let touchesCode = files.contains { $0.isEmpty || $0 == "Sources" || $0.hasPrefix("Sources/") }
        return Change(files: files, touchesCode: touchesCode, began: began)
    }

    /// Ends the waiting. Safe in any thread.
    public func end() { watch.end() }
}
