import Foundation

/// The only folder in which the soak test writes. It also contains this process's temporary files, caches and settings,
/// so that they can be counted.
struct SoakFolder: Sendable {
    let root: URL

    /// Creates the folder, and makes this process and its children use it. Must be called before any code looks up
    /// temporary folders or caches.
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
        // A cache folder is used only if no other user can access it.
        chmod(self[.cache].path, 0o700)
    }

    /// The subfolders.
    enum Part: String, CaseIterable {
        case temporary, cache, state
        /// Units that exist during the whole test.
        case innocent
        /// Units that are added, changed and removed during the test.
        case changing
    }

    subscript(part: Part) -> URL { root.appendingPathComponent(part.rawValue) }

    func remove() { try? FileManager.default.removeItem(at: root) }

    /// Returns the number of regular files in a subfolder, and their total size in bytes.
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
