import Foundation
import Testing
import UntrustedInput

/// Tests of files that appear when they are complete. Permissions and error numbers are those of POSIX.
@Suite("Files that appear when they are complete")
final class AtomicFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("atomic-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var path: String { folder.path + "/file" }
    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    private func write(_ text: String, to file: AtomicFile) throws {
        try Array(text.utf8).withUnsafeBytes { try file.write($0, at: 0) }
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("Without a commit nothing is left")
    func uncommitted() throws {
        do {
            let file = try AtomicFile(path: path)
            try write("text", to: file)
            file.discard()
        }
        do { _ = try AtomicFile(path: path) }
        #expect(names.isEmpty)
    }

    @Test("A file is replaced, and keeps its permissions", arguments: [true, false])
    func replacing(flushes: Bool) throws {
        try Data("old and longer".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let file = try AtomicFile(path: path)
        try write("new", to: file)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old and longer")
        try file.commit(flushes: flushes)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try permissions(of: path) == 0o640)
        #expect(names == ["file"])
    }

    @Test("An existing file can be kept")
    func keeping() throws {
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        do {
            let file = try AtomicFile(path: path)
            try write("new", to: file)
            #expect {
                try file.commit(replaces: false)
            } throws: { ($0 as? AtomicFile.Failure)?.code == EEXIST }
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        #expect(names == ["file"])
    }

    @Test("A private file is written to an open folder, which may have been moved")
    func privateFile() throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        let moved = folder.path + "-moved"
        try FileManager.default.moveItem(atPath: folder.path, toPath: moved)
        defer { try? FileManager.default.moveItem(atPath: moved, toPath: folder.path) }
        do {
            let file = try AtomicFile(private: "file", in: descriptor)
            try write("text", to: file)
            try file.commit(flushes: false)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: moved) == ["file"])
        #expect(try permissions(of: moved + "/file") == 0o600)
    }

    @Test("A missing folder is an error")
    func missingFolder() {
        #expect {
            _ = try AtomicFile(path: folder.path + "/none/file")
        } throws: { ($0 as? AtomicFile.Failure)?.code == ENOENT }
    }
}
