import Foundation
import ScratchFolders
import Testing

@Suite("Scratch folders")
struct ScratchFolderTests {
    private let parent: URL
    private let name = "scratch-test"

    init() throws {
        parent = FileManager.default.temporaryDirectory.appendingPathComponent("scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    }

    private var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: parent.path)) }
    }

    @Test("A folder goes away with what it holds, and with its owner")
    func removed() throws {
        defer { try? FileManager.default.removeItem(at: parent) }
        var folder: ScratchFolder? = try ScratchFolder(name: name, in: parent)
        let path = try #require(folder?.path)
        try Data([1]).write(to: URL(fileURLWithPath: path).appendingPathComponent("file"))
        #expect(try names.count == 1)
        folder = nil
        #expect(try names == [])
    }

    @Test("Folders of processes that ended are removed, those that are held, and anything else, are not")
    func abandoned() throws {
        defer { try? FileManager.default.removeItem(at: parent) }
        let left = parent.appendingPathComponent("scratch-test-left00")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: false)
        try Data([1]).write(to: left.appendingPathComponent("file"))
        let other = parent.appendingPathComponent("another's")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        let link = parent.appendingPathComponent("scratch-test-link00")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        let first = try ScratchFolder(name: name, in: parent)
        let second = try ScratchFolder(name: name, in: parent)
        let kept = [first, second].map { URL(fileURLWithPath: $0.path).lastPathComponent }
        #expect(try names == Set(kept + ["another's", "scratch-test-link00"]))
    }

    @Test("What a folder holds is counted: files, and the bytes that they really take")
    func usage() throws {
        defer { try? FileManager.default.removeItem(at: parent) }
        let folder = try ScratchFolder(name: name, in: parent)
        #expect(folder.usage(upTo: 10) == (0, 0))
        let url = URL(fileURLWithPath: folder.path)
        for number in 0..<5 { try Data(count: 100_000).write(to: url.appendingPathComponent("\(number)")) }
        // A sparse file of ten megabytes, which takes no disk space.
        let sparse = open(url.appendingPathComponent("sparse").path, O_WRONLY | O_CREAT, 0o600)
        ftruncate(sparse, 10 << 20)
        close(sparse)
        let (files, bytes) = folder.usage(upTo: 10)
        #expect(files == 6)
        #expect((500_000..<1_000_000).contains(bytes))
        #expect(folder.usage(upTo: 10) == (files, bytes), "counting again counts the same")
        #expect(folder.usage(upTo: 2).files == 3, "counting stops where there are too many")
    }

    @Test("A folder in memory is told from one on a disk", .enabled(if: access("/dev/shm", W_OK) == 0))
    func memory() throws {
        defer { try? FileManager.default.removeItem(at: parent) }
        #expect(try ScratchFolder(name: name, in: URL(fileURLWithPath: "/dev/shm")).isInMemory)
    }

    @Test("Many users at once each get a folder of their own")
    func concurrent() async throws {
        defer { try? FileManager.default.removeItem(at: parent) }
        let folders = try await withThrowingTaskGroup(of: ScratchFolder.self) { group in
            for _ in 0..<100 { group.addTask { [parent] in try ScratchFolder(name: name, in: parent) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(folders.map(\.path)).count == 100)
        #expect(try names.count == 100)
    }
}
