import Foundation
import TestSupport
import Testing

/// Tests of `coreimage video` on several files, some of whose names aren't UTF-8.
@Suite("Command: names of videos that aren't UTF-8", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoNameTests {
    private let command: CommandProcess

    init() throws {
        command = try CommandProcess()
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2 -c:v libx264 -pix_fmt yuv420p \(VideoTool.tags)",
            to: command.path("a.mp4"))
        // The second name is what decoding the first one as text gives.
        let outcome = try shell("cp a.mp4 c.mp4; cp a.mp4 \"$bad\"; printf text > \"$(printf '\\357\\277\\275.mp4')\"")
        try #require(outcome.code == 0)
    }

    /// Runs a line of the shell, in which `coreimage` is the built command, and `$bad` a name that isn't UTF-8.
    private func shell(_ line: String) throws -> CommandProcess.Outcome {
        try CommandProcess.run(
            URL(fileURLWithPath: "/bin/bash"),
            [
                "-c",
                "coreimage() { \"\(ProductsFolder.product("coreimage").path)\" \"$@\"; }; bad=$(printf '\\351.mp4'); \(line)",
            ], in: command.folder, environment: ["HOME": command.folder.path])
    }

    @Test("the other videos are processed, and the one with the name fails", arguments: [0, 1, 2])
    func batch(_ place: Int) throws {
        var words = ["a.mp4", "c.mp4"]
        words.insert("\"$bad\"", at: place)
        let inputs = words.joined(separator: " ")
        let outcome = try shell("coreimage video \(inputs) -o out/ --format mkv --json -- SepiaTone")
        #expect(outcome.code == 2)
        #expect(
            outcome.errors.contains(
                "coreimage: \\xE9.mp4: its name isn't UTF-8; rename the file, for instance with convmv\n"))
        #expect(outcome.errors.contains("1 of 3 videos failed and were not written"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: command.path("out")).sorted() == ["a.mkv", "c.mkv"])
        let objects = try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.count == 3)
        #expect(objects.compactMap { $0["error"] == nil ? nil : $0["input"] as? String } == ["\\xE9.mp4"])
    }

    @Test(
        "names that aren't those of one of several videos are refused",
        arguments: [
            "\"$bad\" -o out.mkv", "\"$bad\" -o out/", "a.mp4 c.mp4 -o \"$bad\"", "a.mp4 c.mp4 --output=\"$bad\"",
            "a.mp4 c.mp4 -o out/ --format \"$bad\"", "a.mp4 c.mp4 -o out/ -- \"$bad\"", "a.mp4 c.mp4 -o out/ \"-$bad\"",
            "a.mp4 \"$bad\" -o out/ --units \"$bad\"",
        ])
    func refused(_ words: String) throws {
        let outcome = try shell("coreimage video \(words)")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("isn't UTF-8; rename the file"), "\(outcome.errors)")
        #expect(outcome.errors.contains("See 'coreimage video --help' for more information."))
        #expect(!FileManager.default.fileExists(atPath: command.path("out")))
    }
}
