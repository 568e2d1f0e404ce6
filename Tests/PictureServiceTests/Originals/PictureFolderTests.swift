import ChildProcesses
import Foundation
import PictureService
import TestSupport
import Testing

struct PictureFolderTests {
    private func withFolder(_ body: (PictureFolder, String) throws -> Void) throws {
        try withTemporaryFolder { outside in
            let inside = outside + "/pictures"
            try FileManager.default.createDirectory(atPath: inside + "/sub", withIntermediateDirectories: true)
            for name in ["secret", "pictures/a", "pictures/sub/b"] {
                try Data(name.utf8).write(to: URL(fileURLWithPath: "\(outside)/\(name)"))
            }
            func link(_ name: String, _ target: String) throws {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(inside)/\(name)", withDestinationPath: target)
            }
            try link("out", "../secret")
            try link("absolute", outside + "/secret")
            try link("up", "..")
            try link("root", "/")
            try link("process", "/proc/self/root")
            try link("loop", "loop")
            try link("within", "sub/b")
            mkfifo(inside + "/pipe", 0o600)
            try body(PictureFolder(path: inside), inside)
        }
    }

    private func content(_ folder: PictureFolder, _ names: [String]) throws -> String {
        let file = try folder.file(at: SourcePath(names))
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(file.number, &bytes, bytes.count)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }

    @Test func filesBelowTheFolderAreOpened() throws {
        try withFolder { folder, path in
            #expect(try content(folder, ["a"]) == "pictures/a")
            #expect(try content(folder, ["sub", "b"]) == "pictures/sub/b")
            #expect(try content(folder, ["within"]) == "pictures/sub/b")
            // The folder stays the same if another one takes its name.
            try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            #expect(try content(folder, ["a"]) == "pictures/a")
        }
    }

    @Test(arguments: [
        ["out"], ["absolute"], ["up", "secret"], ["root", "etc", "passwd"], ["process", "etc", "passwd"], ["loop"],
        ["..", "secret"], ["sub", "..", "..", "secret"], [".", "a"], [".hidden"], ["sub/../../secret"], ["/etc/passwd"],
        ["../secret"],
    ])
    func nothingElseIs(names: [String]) throws {
        try withFolder { folder, _ in
            let problem = #expect(throws: Problem.self) { try content(folder, names) }
            #expect(problem?.kind == .forbidden, "\(names)")
        }
    }

    @Test(arguments: [
        [], ["none"], ["sub"], ["a", "b"], ["", "a"], ["sub", ""], ["pipe"], [String(repeating: "a", count: 300)],
    ])
    func whatIsNoFileIsMissing(names: [String]) throws {
        try withFolder { folder, _ in
            let problem = #expect(throws: Problem.self) { try content(folder, names) }
            #expect(problem?.kind == .missing, "\(names)")
        }
    }
}
