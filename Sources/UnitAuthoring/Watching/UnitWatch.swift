import Foundation
import ImageUnits
import Synchronization

/// A watch on the files that a unit is built from.
///
/// `change` is for one thread; `end` may be called from any.
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
    private let sources: UnitSources
    /// The contents at the last change, or at the start.
    private let contents: Mutex<Contents>

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
        self.sources = sources
        contents = Mutex(Contents(of: sources))
    }

    /// Waits for a save. Returns nil if the watch has ended.
    ///
    /// On a busy machine, the steps of one save may lie so far apart that they are noticed one after the other. Steps
    /// that leave the contents of the files as they were are skipped, so that such a save is still one change.
    package func change() throws(AuthoringError) -> Change? {
        while let (files, began) = try watch.changes() {
            let now = Contents(of: sources)
            let last = contents.withLock { last in
                defer { last = now }
                return last
            }
            let touchesCode = now.code == nil || now.code != last.code
            let touchesRest = now.rest == nil || now.rest != last.rest
            if touchesCode || touchesRest { return Change(files: files, touchesCode: touchesCode, began: began) }
        }
        return nil
    }

    /// The hashes of the paths and contents of the files that a unit is built from. A hash is nil if not all of its
    /// files can be read.
    private struct Contents {
        let code: String?
        let rest: String?

        init(of sources: UnitSources) {
            let information = sources.bundleParts.appendingPathComponent("Info.plist")
            code = Self.digest(folder: sources.folder.appendingPathComponent("Sources"))
            rest = Self.digest(folder: sources.resources, and: information)
        }

        private static func digest(folder: URL, and file: URL? = nil) -> String? {
            let digest = ContentDigest()
            func add(_ path: String, _ file: URL) -> Bool {
                guard let data = try? Data(contentsOf: file) else { return false }
                for bytes in [Data(path.utf8), data] {
                    digest.add(bytes.count)
                    bytes.withUnsafeBytes { digest.add($0) }
                }
                return true
            }
            if let file, !add("", file) { return nil }
            guard FileManager.default.fileExists(atPath: folder.path) else { return digest.finish() }
            guard let files = try? FolderContents.files(below: folder) else { return nil }
            for file in files where !add(file.path, file.url) { return nil }
            return digest.finish()
        }
    }

    /// Makes `change` return nil. Safe to call from any thread.
    package func end() { watch.end() }
}
