import Foundation
import ImageFiles
import Testing

@testable import PictureBatches

@Suite("Inputs and their output files")
struct PictureListTests {
    private let command: CommandProcess

    init() throws {
        command = try CommandProcess()
        for file in ["a.jpg", "pics/b.PNG", "pics/notes.txt", "pics/.hidden.jpg", "pics/deep/c.tif", "pics/draw.svg"] {
            let url = command.folder.appendingPathComponent(file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
    }

    private func list(
        _ inputs: [String], to output: String = "out", isRecursive: Bool = false, format: ImageFileFormat? = nil
    ) throws -> PictureList {
        try PictureList(
            inputs: inputs.map(command.path), folder: URL(fileURLWithPath: command.path(output), isDirectory: true),
            isRecursive: isRecursive, format: format)
    }

    /// Inputs and outputs by their paths in the test's folder.
    private func paths(_ list: PictureList) -> [[String]] {
        list.entries.map { [$0.input, $0.output].map { String($0.path.dropFirst(command.folder.path.count + 1)) } }
    }

    private func error(_ make: () throws -> PictureList) -> PictureListError? {
        do {
            _ = try make()
            return nil
        } catch { return error as? PictureListError }
    }

    @Test("Files keep their names, a folder's pictures their paths in it")
    func names() throws {
        #expect(paths(try list(["a.jpg", "pics"])) == [["a.jpg", "out/a.jpg"], ["pics/b.PNG", "out/b.PNG"]])
        let deep = try list(["pics"], isRecursive: true)
        #expect(paths(deep) == [["pics/b.PNG", "out/b.PNG"], ["pics/deep/c.tif", "out/deep/c.tif"]])
        #expect(deep.ignoredFiles.map(\.lastPathComponent) == ["draw.svg", "notes.txt"])
    }

    @Test("--format changes extensions, and includes inputs in read-only formats")
    func formats() throws {
        let converted = try list(["pics"], isRecursive: true, format: .tiff)
        #expect(
            paths(converted) == [
                ["pics/b.PNG", "out/b.tif"], ["pics/deep/c.tif", "out/deep/c.tif"], ["pics/draw.svg", "out/draw.tif"],
            ])
        #expect(converted.ignoredFiles.map(\.lastPathComponent) == ["notes.txt"])
    }

    @Test("Names by a pattern: numbers count pictures once, and one name for two of them is refused")
    func patterns() throws {
        func list(_ pattern: String) throws -> PictureList {
            try PictureList(
                inputs: ["pics/b.PNG", "pics", "a.jpg"].map(command.path),
                names: .pattern(try #require(NamePattern(command.path("out") + "/" + pattern))), isRecursive: true,
                format: nil)
        }
        #expect(
            paths(try list("{folder}/{number}.{ext}")) == [
                ["pics/b.PNG", "out/1.PNG"], ["pics/deep/c.tif", "out/deep/2.tif"], ["a.jpg", "out/3.jpg"],
            ])
        // SVG can't be written, but an SVG input is converted if the pattern has an extension.
        #expect(paths(try list("{name}.webp")).map { $0[1] }.contains("out/draw.webp"))
        let refusal = error { try list("same{folder}.webp") }
        #expect(
            refusal
                == .sameName(
                    command.path("out/same.webp"), first: command.path("pics/b.PNG"),
                    second: command.path("pics/draw.svg"), pattern: command.path("out") + "/same{folder}.webp"))
    }

    @Test(
        "A name that would be . or .. in a pattern is refused, and says of which picture",
        arguments: ["...png", "..png"])
    func dots(name: String) throws {
        try Data().write(to: command.folder.appendingPathComponent(name))
        func list(_ pattern: String) throws -> PictureList {
            try PictureList(
                inputs: [command.path(name)], names: .pattern(try #require(NamePattern(pattern))), isRecursive: false,
                format: nil)
        }
        let refusal = error { try list("out/{name}/x.png") }
        #expect(refusal == .namesFolder(command.path(name), pattern: "out/{name}/x.png"))
        #expect(try #require(refusal).description.contains(command.path(name)))
        #expect(try list("out/{number}.png").entries.count == 1)
    }

    @Test("A repeated input counts once; two inputs with the same output are refused")
    func repetitions() throws {
        #expect(paths(try list(["pics/b.PNG", "pics", "pics/../pics/b.PNG"])) == [["pics/b.PNG", "out/b.PNG"]])
        try Data().write(to: command.folder.appendingPathComponent("b.PNG"))
        let refusal = error { try list(["b.PNG", "pics"]) }
        #expect(
            refusal
                == .sameOutput(
                    command.path("out/b.PNG"), first: command.path("b.PNG"), second: command.path("pics/b.PNG")))
        let text = try #require(refusal).description
        #expect(text.contains(command.path("b.PNG")) && text.contains(command.path("pics/b.PNG")))
        try Data().write(to: command.folder.appendingPathComponent("a.png"))
        #expect(error { try list(["a.jpg", "a.png"], format: .webp) } != nil)
    }

    @Test("No output replaces an input, even through another path of the folder")
    func inputs() throws {
        try FileManager.default.createSymbolicLink(
            atPath: command.path("link"), withDestinationPath: command.path("pics"))
        for output in ["pics", "link", "pics/deep/..", "./pics/"] {
            guard case .replacesInput = error({ try list(["pics"], to: output) }) else {
                Issue.record("\(output) is the inputs' folder")
                continue
            }
        }
        // An output must not replace another input's file either.
        try Data().write(to: command.folder.appendingPathComponent("pics/a.jpg"))
        guard case .replacesInput = error({ try list(["a.jpg", "pics/a.jpg"], to: "pics") }) else {
            Issue.record("pics/a.jpg is an input")
            return
        }
    }

    @Test("The folder of results is no input, even inside one; links to folders aren't followed")
    func scanning() throws {
        try FileManager.default.createDirectory(
            at: command.folder.appendingPathComponent("pics/out"), withIntermediateDirectories: true)
        try Data().write(to: command.folder.appendingPathComponent("pics/out/b.PNG"))
        try FileManager.default.createSymbolicLink(
            atPath: command.path("pics/round"), withDestinationPath: command.path("pics"))
        #expect(
            paths(try list(["pics"], to: "pics/out", isRecursive: true)) == [
                ["pics/b.PNG", "pics/out/b.PNG"], ["pics/deep/c.tif", "pics/out/deep/c.tif"],
            ])
    }

    @Test("Errors for no inputs, a file as output folder, and existing outputs")
    func refusals() throws {
        try FileManager.default.createDirectory(
            at: command.folder.appendingPathComponent("empty"), withIntermediateDirectories: true)
        #expect(error { try list(["empty"]) } == .noPictures(inputs: [command.path("empty")], isRecursive: false))
        let deep = try #require(error { try list(["empty"], isRecursive: true) })
        #expect(deep.description.contains("no pictures") && !deep.description.contains("--recursive"))
        #expect(error { try list(["a.jpg"], to: "pics/b.PNG") } == .notAFolder(command.path("pics/b.PNG")))
        try list(["a.jpg"], to: "out").checkNothingIsReplaced()
        try FileManager.default.createDirectory(
            at: command.folder.appendingPathComponent("out"), withIntermediateDirectories: true)
        try Data().write(to: command.folder.appendingPathComponent("out/a.jpg"))
        #expect(throws: PictureListError.replacesFiles([command.path("out/a.jpg")])) {
            try list(["a.jpg", "pics"], to: "out").checkNothingIsReplaced()
        }
        // A link that leads nowhere is something, too.
        try FileManager.default.createSymbolicLink(atPath: command.path("out/b.PNG"), withDestinationPath: "nowhere")
        #expect(throws: PictureListError.replacesFiles([command.path("out/b.PNG")])) {
            try list(["pics"], to: "out").checkNothingIsReplaced()
        }
    }
}
