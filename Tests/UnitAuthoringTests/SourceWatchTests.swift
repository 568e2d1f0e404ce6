import Foundation
import Testing

@testable import UnitAuthoring

@Suite("Watching folders")
struct SourceWatchTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.write("Sub/file", "1")
    }

    private func watch() throws -> SourceWatch {
        try SourceWatch(folder.url) { $0.split(separator: "/").contains { FolderContents.isIgnored($0) } }
    }

    /// Does `work` and returns the paths that the watch reports after it.
    private func changes(_ watch: SourceWatch, after work: () throws -> Void) throws -> Set<String>? {
        try work()
        return try watch.changes()?.paths
    }

    @Test("Saving in place, by renaming, and deleting are reported; hidden files are not")
    func saves() throws {
        let watch = try watch()
        #expect(try changes(watch) { try folder.write("Sub/file", "2") } == ["Sub/file"])
        #expect(
            try changes(watch) {
                try folder.write(".file.swp", "3")
                try folder.write("Sub/.new", "3")
                rename(folder.path("Sub/.new"), folder.path("Sub/file"))
            } == ["Sub/file"])
        #expect(
            try changes(watch) { try FileManager.default.removeItem(atPath: folder.path("Sub/file")) } == ["Sub/file"])
    }

    @Test("Folders that appear are watched too, what they hold already included")
    func newFolders() throws {
        let watch = try watch()
        #expect(try changes(watch) { try folder.write("New/Inner/file", "1") }?.contains("New") == true)
        #expect(try changes(watch) { try folder.write("New/Inner/file", "2") } == ["New/Inner/file"])
    }

    @Test("Ending a watch wakes a waiting thread, and later waits return at once")
    func ending() throws {
        let watch = try watch()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { watch.end() }
        #expect(try watch.changes() == nil)
        #expect(try watch.changes() == nil)
    }

    @Test("A folder that goes away ends the watching with an error; one that isn't there can't be watched")
    func gone() throws {
        let watch = try SourceWatch(folder.url.appendingPathComponent("Sub")) { _ in false }
        try FileManager.default.removeItem(atPath: folder.path("Sub"))
        #expect(throws: AuthoringError.self) { while try watch.changes() != nil {} }
        #expect(throws: AuthoringError.self) {
            try SourceWatch(folder.url.appendingPathComponent("Sub")) { _ in false }
        }
    }

    @Test("A unit's saves: code apart from the rest, and nothing of what is built")
    func unit() throws {
        let sources = try folder.scaffold("InkTone", .c)
        let watch = try UnitWatch(sources)
        try folder.write("InkTone/README.md", "not built from")
        try folder.write("InkTone/build/InkTone.plugin/x", "built")
        try folder.write("InkTone/Resources/Description.plist", "new")
        let first = try #require(try watch.change())
        #expect(first.files == ["Resources/Description.plist"] && !first.touchesCode)
        try folder.write("InkTone/Sources/InkTone.c", "new")
        let second = try #require(try watch.change())
        #expect(second.files == ["Sources/InkTone.c"] && second.touchesCode)
    }

    @Test("What leaves the contents as they were is no save")
    func unchanged() throws {
        let watch = try UnitWatch(try folder.scaffold("InkTone", .c))
        let code = folder.path("InkTone/Sources/InkTone.c")
        try folder.write("InkTone/Sources/InkTone.c", String(contentsOfFile: code, encoding: .utf8))
        #expect(chmod(code, 0o600) == 0)
        let plist = folder.path("InkTone/Resources/Description.plist")
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
            try? Data("new".utf8).write(to: URL(fileURLWithPath: plist))
        }
        let change = try #require(try watch.change())
        #expect(change.files.contains("Resources/Description.plist") && !change.touchesCode)
    }
}
