import Foundation
import TestSupport
import Testing

/// libvips is opened only for formats that need it. Here, a file that isn't a library takes its place.
@Suite("Command: without libvips")
struct WithoutLibvipsTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func run(_ arguments: String...) throws -> CommandProcess.Outcome {
        try Data("no library".utf8).write(to: command.folder.appendingPathComponent("libvips.so.42"))
        let before = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
        return try CommandProcess.run(
            ProductsFolder.product("coreimage"), arguments, in: command.folder,
            environment: ["HOME": command.folder.path, "LD_LIBRARY_PATH": command.folder.path + before])
    }

    @Test("JPEG and PNG are read and written")
    func ordinary() throws {
        let first = try run("apply", CommandProcess.scene, "-o", "a.jpg", "--", "SepiaTone")
        #expect(first.code == 0 && first.errors.isEmpty, "\(first.errors)")
        let second = try run("apply", "a.jpg", "-o", "b.png", "--", "SepiaTone")
        #expect(second.code == 0 && second.errors.isEmpty, "\(second.errors)")
        let information = try run("info", "b.png")
        #expect(information.code == 0 && information.errors.isEmpty, "\(information.errors)")
    }

    @Test("An error names the library, the cause and the remedy, when writing another format")
    func writing() throws {
        let outcome = try run("apply", CommandProcess.scene, "-o", "a.webp", "--", "SepiaTone")
        #expect(outcome.code != 0)
        for part in ["WebP", "libvips", "libvips.so.42: ", "apt-get install libvips42"] {
            #expect(outcome.errors.contains(part), "\(outcome.errors)")
        }
    }

    @Test("An error names the file, the library, the cause and the remedy, when reading another format")
    func reading() throws {
        try Data("GIF89a".utf8).write(to: command.folder.appendingPathComponent("a.gif"))
        let outcome = try run("apply", "a.gif", "-o", "a.png", "--", "SepiaTone")
        #expect(outcome.code != 0)
        for part in ["a.gif", "libvips", "libvips.so.42: ", "apt-get install libvips42"] {
            #expect(outcome.errors.contains(part), "\(outcome.errors)")
        }
    }
}
