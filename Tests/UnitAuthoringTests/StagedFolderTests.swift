import Foundation
import Synchronization
import Testing

@testable import UnitAuthoring

@Suite("Folders that appear whole")
struct StagedFolderTests {
    private let folder: TestFolder
    private var place: URL { folder.url.appendingPathComponent("Unit") }

    init() throws { folder = try TestFolder() }

    private static func stage(_ text: String, _ replacement: StagedFolder.Replacement, at place: URL) throws {
        let staged = try StagedFolder(destination: place)
        for name in ["a", "b"] { try Data(text.utf8).write(to: staged.content.appendingPathComponent(name)) }
        try staged.commit(replacing: replacement)
    }

    private func stage(_ text: String, _ replacement: StagedFolder.Replacement) throws {
        try Self.stage(text, replacement, at: place)
    }

    @Test("Without commit, nothing is left")
    func abandoned() throws {
        do {
            let staged = try StagedFolder(destination: place)
            try Data("x".utf8).write(to: staged.content.appendingPathComponent("a"))
        }
        #expect(try folder.contents().isEmpty)
    }

    @Test("An existing folder is replaced completely or kept")
    func replacing() throws {
        try stage("old", .never)
        #expect(throws: FileFailure.self) { try stage("new", .never) }
        #expect(try folder.text("Unit/a") == "old")
        try stage("new", .always)
        #expect(try folder.text("Unit/b") == "new")
        #expect(try folder.contents().count == 3, "the old folder is gone")
    }

    @Test("While it is replaced again and again, a reader always finds a folder")
    func concurrentReader() throws {
        try stage("0", .never)
        let isDone = Atomic(false)
        let missing = Atomic(0)
        let place = place
        DispatchQueue.concurrentPerform(iterations: 2) { job in
            if job == 0 {
                for number in 1...200 { try? Self.stage("\(number)", .always, at: place) }
                isDone.store(true, ordering: .releasing)
            } else {
                while !isDone.load(ordering: .acquiring) {
                    if access(place.path, F_OK) != 0 { missing.add(1, ordering: .relaxed) }
                }
            }
        }
        #expect(missing.load(ordering: .relaxed) == 0)
        #expect(try folder.text("Unit/a") == "200")
    }

    @Test("Removing takes a folder, or only the link to one")
    func removing() throws {
        try stage("x", .never)
        let link = folder.url.appendingPathComponent("Link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
        try StagedFolder.remove(link)
        #expect(try folder.text("Unit/a") == "x")
        try StagedFolder.remove(place)
        #expect(try folder.contents().isEmpty)
        #expect(throws: FileFailure.self) { try StagedFolder.remove(place) }
    }
}
