import Foundation
import Testing

@testable import DirectoryWatching

@Suite("Watching directories")
struct DirectoryWatchTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("directory-watch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test("Changes name their directory and entry, and say whether it is a directory")
    func changes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let watch = try DirectoryWatch()
        let directory = try watch.add(folder.path, onlyDirectories: true)
        #expect(watch.wait(timeout: .milliseconds(1)) == .timedOut)
        try Data("x".utf8).write(to: folder.appendingPathComponent("file"))
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("inner"), withIntermediateDirectories: false)
        #expect(watch.wait() == .changed)
        let changes = watch.changes()
        #expect(changes.allSatisfy { $0.directory == directory && !$0.isOverflow && !$0.removesDirectory })
        #expect(changes.contains { $0.name == "file" && !$0.isDirectory && $0.isCreation })
        // The file was also written and closed.
        #expect(changes.contains { $0.name == "file" && !$0.isArrival })
        #expect(changes.contains { $0.name == "inner" && $0.isDirectory && $0.isArrival })
        try FileManager.default.removeItem(at: folder)
        #expect(watch.wait() == .changed)
        let last = watch.changes()
        #expect(last.contains { $0.removesDirectory } && last.contains { $0.endsWatching })
    }

    @Test("What isn't a directory, or isn't there, is refused with the system's reason")
    func refusals() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let watch = try DirectoryWatch()
        let file = folder.appendingPathComponent("file").path
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(throws: DirectoryWatchError(code: ENOTDIR)) { try watch.add(file, onlyDirectories: true) }
        #expect(throws: DirectoryWatchError(code: ENOENT)) { try watch.add(folder.path + "/missing") }
        #expect(DirectoryWatchError(code: ENOENT).isMissing && !DirectoryWatchError(code: EACCES).isMissing)
        #expect(DirectoryWatchError(code: EACCES).description == "Permission denied")
    }

    @Test("A watch that has ended or is closed doesn't wait")
    func ending() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let watch = try DirectoryWatch()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { watch.end() }
        #expect(watch.wait() == .ended)
        #expect(watch.wait() == .ended)
        watch.close()
        watch.close()
        watch.end()
        #expect(watch.wait() == .ended)
    }
}
