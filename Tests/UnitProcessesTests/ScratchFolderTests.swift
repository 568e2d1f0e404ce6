import Foundation
import Testing

@testable import UnitProcesses

@Suite("Workers' scratch folders")
struct ScratchFolderTests {
    private let parent: URL

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
        var folder: ScratchFolder? = try ScratchFolder(in: parent)
        let path = try #require(folder?.path)
        try Data([1]).write(to: URL(fileURLWithPath: path).appendingPathComponent("file"))
        #expect(try names.count == 1)
        folder = nil
        #expect(try names == [])
    }

    @Test("Folders of hosts that ended are removed, those that are held, and anything else, are not")
    func abandoned() throws {
        defer { try? FileManager.default.removeItem(at: parent) }
        let left = parent.appendingPathComponent("coreimage-worker-left00")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: false)
        try Data([1]).write(to: left.appendingPathComponent("file"))
        let other = parent.appendingPathComponent("another's")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        let link = parent.appendingPathComponent("coreimage-worker-link00")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        let first = try ScratchFolder(in: parent)
        let second = try ScratchFolder(in: parent)
        let kept = [first, second].map { URL(fileURLWithPath: $0.path).lastPathComponent }
        #expect(try names == Set(kept + ["another's", "coreimage-worker-link00"]))
    }

    @Test("Many hosts at once each get a folder of their own")
    func concurrent() async throws {
        defer { try? FileManager.default.removeItem(at: parent) }
        let folders = try await withThrowingTaskGroup(of: ScratchFolder.self) { group in
            for _ in 0..<100 { group.addTask { [parent] in try ScratchFolder(in: parent) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(folders.map(\.path)).count == 100)
        #expect(try names.count == 100)
    }
}
