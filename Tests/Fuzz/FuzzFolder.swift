import Foundation

/// A folder of this process, in a memory file system if there is one. It is removed when the process exits.
struct FuzzFolder: Sendable {
    static let shared = Result { try FuzzFolder() }

    let url: URL

    private init() throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let manager = FileManager.default
        let parent = manager.isWritableFile(atPath: memory.path) ? memory : manager.temporaryDirectory
        url = parent.appendingPathComponent(Self.name(ofProcess: getpid()))
        try manager.createDirectory(at: url, withIntermediateDirectories: true)
        atexit { FuzzFolder.removeFolder() }
    }

    private static func removeFolder() {
        guard case .success(let folder) = shared else { return }
        try? FileManager.default.removeItem(at: folder.url)
    }

    private static func name(ofProcess process: Int32) -> String { "coreimage-fuzz-\(process)" }

    /// Removes the folder of a process that crashed.
    static func remove(ofProcess process: Int32) {
        for parent in ["/dev/shm", FileManager.default.temporaryDirectory.path] {
            try? FileManager.default.removeItem(atPath: parent + "/" + name(ofProcess: process))
        }
    }
}
