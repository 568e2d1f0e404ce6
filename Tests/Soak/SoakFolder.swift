import Foundation

/// The one folder in which the soak writes: temporary files, caches and settings of this process go there, too, to be counted.
struct SoakFolder: Sendable {
    let root: URL

    /// Makes the folder, and has this process and its children use it. Nothing may have looked for temporary files or caches before.
    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-soak-\(getpid())")
        for part in Part.allCases {
            try FileManager.default.createDirectory(at: self[part], withIntermediateDirectories: true)
        }
        setenv("TMPDIR", self[.temporary].path, 1)
        setenv("COREIMAGE_CACHE", self[.cache].path, 1)
        setenv("XDG_STATE_HOME", self[.state].path, 1)
        setenv("XDG_DATA_HOME", self[.state].path, 1)
        setenv("HOME", self[.state].path, 1)
        setenv("COREIMAGE_UNITS", "", 1)
        // Only the user may reach caches, or they are not used.
        chmod(self[.cache].path, 0o700)
    }

    /// The folders in it.
    enum Part: String, CaseIterable {
        case temporary, cache, state
        /// Units that are there from the beginning to the end.
        case innocent
        /// Units that come, change and go.
        case changing
    }

    subscript(part: Part) -> URL { root.appendingPathComponent(part.rawValue) }

    func remove() { try? FileManager.default.removeItem(at: root) }

    /// Regular files in a part, and their bytes.
    func files(in part: Part) -> (count: Int, bytes: Int) {
        var (count, bytes) = (0, 0)
        let keys: [URLResourceKey] = [.isRegularFileKey, .fileSizeKey]
        for case let file as URL in FileManager.default.enumerator(at: self[part], includingPropertiesForKeys: keys)
            ?? .init()
        {
            guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else {
                continue
            }
            (count, bytes) = (count + 1, bytes + (values.fileSize ?? 0))
        }
        return (count, bytes)
    }
}
