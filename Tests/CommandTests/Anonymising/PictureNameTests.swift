import CoreImage
import Foundation
import TestSupport
import Testing

@testable import PictureBatches

/// Tests with file names that aren't UTF-8, or that Foundation and `String` treat as equal to others.
@Suite("Names of pictures")
struct PictureNameTests {
    private let command: CommandProcess

    /// The file name that decoding an invalid UTF-8 name as text gives.
    private static let replaced = "\u{FFFD}.png"

    init() throws { command = try CommandProcess() }

    private func url(_ path: String) -> URL { command.folder.appendingPathComponent(path) }

    /// Runs a line of shell, which can make arguments that aren't UTF-8 with `$(printf …)`. The path of the command is
    /// `$0`.
    private func shell(_ words: String, in folder: URL? = nil) throws -> CommandProcess.Outcome {
        try CommandProcess.run(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", words, ProductsFolder.product("coreimage").path],
            in: folder ?? command.folder, environment: ["HOME": command.folder.path])
    }

    /// Small pictures of one colour, in which no faces are.
    private func write(_ names: [String], in folder: String) throws {
        try FileManager.default.createDirectory(at: url(folder), withIntermediateDirectories: true)
        let picture = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 64, height: 48))
        try CIContext().writeRepresentation(of: picture, to: url("\(folder)/picture.tmp.png"), format: .RGBX8)
        let data = try Data(contentsOf: url("\(folder)/picture.tmp.png"))
        try FileManager.default.removeItem(at: url("\(folder)/picture.tmp.png"))
        for name in names { try data.write(to: URL(fileURLWithPath: command.path(folder) + "/" + name)) }
    }

    /// The bytes of the names in a folder, but for hidden ones, such as caches.
    private func names(in folder: String) throws -> Set<[UInt8]> {
        let names = try FileManager.default.contentsOfDirectory(atPath: command.path(folder))
        return Set(names.filter { !$0.hasPrefix(".") }.map { Array($0.utf8) })
    }

    private func anonymise(_ inputs: [String], _ more: [String] = []) throws -> CommandProcess.Outcome {
        try command.run(["anonymise"] + inputs + ["-o", "out", "--fast", "--angles", "1", "--least", "0.4"] + more)
    }

    private func totals(_ outcome: CommandProcess.Outcome) throws -> [String: Int] {
        let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        return try #require(report?["totals"] as? [String: Int])
    }

    @Test(
        "Names with composed and decomposed accents, or a byte order mark, are different files",
        .enabled(if: FaceEngine.isThere, FaceEngine.missing), arguments: [true, false])
    func alike(byFolder: Bool) throws {
        let pictures = ["\u{E9}.png", "e\u{301}.png", "\u{FEFF}b.png", "b.png"]
        try write(pictures, in: "in")
        let outcome = try anonymise(byFolder ? ["in"] : pictures.map { "in/" + $0 }, ["--json"])
        #expect(outcome.code == 0 && outcome.errors == "")
        #expect(try totals(outcome)["written"] == 4)
        #expect(try names(in: "out") == Set(pictures.map { Array($0.utf8) }))
    }

    @Test("Several inputs with canonically equal names give separate results") func list() throws {
        let pictures = ["\u{E9}.png", "e\u{301}.png", "\u{FEFF}b.png", "b.png"]
        try write(pictures, in: "in")
        for inputs in [["in"], pictures.map { "in/" + $0 }] {
            let list = try PictureList(
                inputs: inputs.map { command.folder.path + "/" + $0 }, folder: url("out"), isRecursive: false,
                format: nil)
            let expected = Set(pictures.map { Array((command.path("out") + "/" + $0).utf8) })
            #expect(list.entries.count == 4)
            #expect(Set(list.entries.map { Array($0.output.path.utf8) }) == expected)
        }
    }

    @Test(
        "Each file whose name isn't UTF-8 fails alone and replaces no other file",
        .enabled(if: FaceEngine.isThere, FaceEngine.missing))
    func foreign() throws {
        try write(["a.png", Self.replaced], in: "in")
        #expect(
            try shell(
                """
                cp in/a.png "in/$(printf '\\351.png')" && cp in/a.png "in/$(printf '\\350.png')" &&
                mkdir "in/$(printf '\\347')"
                """
            ).code == 0)
        let outcome = try anonymise(["in"], ["--json"])
        #expect(outcome.code == 2)
        let counts = try totals(outcome)
        #expect(counts["written"] == 2 && counts["failed"] == 2)
        #expect(try names(in: "out") == [Array("a.png".utf8), Array(Self.replaced.utf8)])
        let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let pictures = try #require(report?["pictures"] as? [[String: Any]])
        let failed = pictures.filter { $0["error"] is String }
        #expect(failed.compactMap { ($0["input"] as? String)?.suffix(8) } == ["\\xE8.png", "\\xE9.png"])
        #expect(failed.allSatisfy { ($0["error"] as? String)?.contains("isn't UTF-8") == true })
        #expect(outcome.errors.contains("\\xE9.png: its name isn't UTF-8; rename the file"))
        #expect(outcome.errors.contains("2 of 4 pictures failed"))
        // With `--recursive`, a subfolder whose name isn't UTF-8 counts as a failure, too.
        let deep = try anonymise(["in"], ["--json", "--recursive", "--overwrite"])
        #expect(try deep.code == 2 && totals(deep)["failed"] == 3)
    }

    @Test("Arguments that aren't UTF-8 are refused before anything is read or written")
    func arguments() throws {
        try write(["a.png", Self.replaced], in: ".")
        let before = try Data(contentsOf: URL(fileURLWithPath: command.path(".") + "/" + Self.replaced))
        for words in [
            "exec \"$0\" apply a.png -o \"$(printf '\\351.png')\" -- ColorInvert",
            "exec \"$0\" apply \"$(printf '\\351.png')\" -o b.png -- ColorInvert",
            "exec \"$0\" anonymise a.png \"--output=$(printf '\\351.png')\"",
        ] {
            let outcome = try shell(words)
            #expect(outcome.code == 64 && outcome.output == "", "\(words)")
            #expect(outcome.errors.contains("argument ") && outcome.errors.contains("\\xE9.png\", isn't UTF-8"))
            #expect(outcome.errors.contains("convmv"))
        }
        #expect(try names(in: ".") == [Array("a.png".utf8), Array(Self.replaced.utf8)])
        #expect(try Data(contentsOf: URL(fileURLWithPath: command.path(".") + "/" + Self.replaced)) == before)
        let place = try shell("exec \"$0\" apply a.png -o \"$(printf '\\351.png')\" -- ColorInvert")
        #expect(place.errors.contains("argument 4, \"\\xE9.png\""))
    }

    @Test("Relative paths are refused if the current folder's name isn't UTF-8") func currentFolder() throws {
        try write(["a.png"], in: "\u{FFFD}")
        let outcome = try shell(
            "d=$(printf '\\351'); mkdir \"$d\" && cd \"$d\" && exec \"$0\" apply a.png -o b.png -- ColorInvert")
        #expect(outcome.code == 64 && outcome.errors.contains("current folder") && outcome.errors.contains("\\xE9"))
        #expect(try names(in: "\u{FFFD}") == [Array("a.png".utf8)])
    }

    @Test("An output path that ends in a slash is refused", arguments: ["a.png/", "a.png/.", "a.png//"])
    func slash(output: String) throws {
        try write(["a.png"], in: ".")
        let before = try Data(contentsOf: url("a.png"))
        let outcome = try command.run(["apply", "a.png", "-o", output, "--", "ColorInvert"])
        #expect(outcome.code != 0 && outcome.errors.contains("a.png"))
        #expect(try Data(contentsOf: url("a.png")) == before)
        #expect(try names(in: ".") == [Array("a.png".utf8)])
    }
}
