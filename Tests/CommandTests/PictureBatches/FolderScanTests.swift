import Foundation
import Testing

@testable import PictureBatches

@Suite("Folders that can't be read completely")
struct FolderScanTests {
    private let command: CommandProcess

    init() throws {
        command = try CommandProcess()
        try FileManager.default.createDirectory(atPath: command.path("in"), withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: command.path("in/a.png")))
    }

    private func pictures() throws -> [PictureInputs.Picture] {
        try PictureInputs([command.path("in")], isRecursive: true) { $0.hasSuffix(".png") }.pictures
    }

    /// The superuser may read everything.
    @Test("A folder inside without permission fails by itself", .enabled(if: geteuid() != 0))
    func permission() throws {
        for (name, mode) in [("closed", mode_t(0)), ("listed", 0o400)] {
            try FileManager.default.createDirectory(
                atPath: command.path("in/\(name)/deep"), withIntermediateDirectories: true)
            chmod(command.path("in/\(name)"), mode)
        }
        defer { for name in ["closed", "listed"] { chmod(command.path("in/\(name)"), 0o700) } }
        let found = try pictures()
        #expect(found.map(\.path).map { ($0 as NSString).lastPathComponent } == ["a.png", "closed", "listed"])
        #expect(found[0].refusal == nil)
        for folder in found.dropFirst() { #expect(folder.refusal?.contains("Permission denied") == true) }
    }

    @Test("A folder whose path is too long for the system is a failure, not nothing")
    func depth() throws {
        let name = String(repeating: "e", count: 200)
        var folders = [open(command.path("in"), O_RDONLY | O_DIRECTORY)]
        // PATH_MAX is 4096.
        for _ in 0..<22 {
            mkdirat(folders[folders.count - 1], name, 0o700)
            folders.append(openat(folders[folders.count - 1], name, O_RDONLY | O_DIRECTORY))
        }
        defer {
            close(folders.removeLast())
            for folder in folders.reversed() {
                unlinkat(folder, name, AT_REMOVEDIR)
                close(folder)
            }
        }
        let found = try pictures()
        #expect(found.count == 2 && found[0].refusal == nil)
        #expect(found.last?.refusal?.contains("File name too long") == true)
    }
}
