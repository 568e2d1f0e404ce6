import CoreImage
import Foundation
import TestSupport
import Testing

/// `apply`, `enhance` and `info` on several pictures, and without a filter.
@Suite("Command: several pictures")
struct ManyPicturesTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func url(_ path: String) -> URL { command.folder.appendingPathComponent(path) }

    private func write(_ path: String, width: CGFloat = 64, height: CGFloat = 48, orientation: Int = 1) throws {
        try FileManager.default.createDirectory(
            at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        let picture = CIImage(color: CIColor(red: 0.8, green: 0.4, blue: 0.2))
            .cropped(to: CGRect(x: 0, y: 0, width: width, height: height))
            .settingProperties([kCGImagePropertyOrientation: orientation])
        try CIContext().writeRepresentation(of: picture, to: url(path), format: .RGBX8)
    }

    private func names(in folder: String) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: command.path(folder))) ?? []).sorted()
    }

    private func size(_ path: String) throws -> [CGFloat] {
        let extent = try CIImage(loading: url(path)).extent
        return [extent.width, extent.height]
    }

    /// The JSON objects of the output's lines, by the last path component of the value of `key`.
    private func reports(_ outcome: CommandProcess.Outcome, by key: String = "input") throws -> [String: [String: Any]]
    {
        var result: [String: [String: Any]] = [:]
        for line in outcome.output.split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let name = try #require(object[key] as? String)
            result[(name as NSString).lastPathComponent] = object
        }
        return result
    }

    @Test("A folder with a broken file: the others are written and reported, exit code 2")
    func folder() throws {
        try write("in/a.jpg")
        try write("in/deep/b.png")
        try Data("no picture".utf8).write(to: url("in/broken.jpg"))
        try Data("x".utf8).write(to: url("in/notes.txt"))
        let outcome = try command.run([
            "apply", "in", "-r", "-o", "out", "--format", "webp", "--jobs", "2", "--json", "--", "ColorInvert",
        ])
        #expect(outcome.code == 2)
        #expect(names(in: "out") == ["a.webp", "deep", "deep/b.webp"])
        let lines = try reports(outcome)
        #expect(Set(lines.keys) == ["a.jpg", "b.png", "broken.jpg"])
        let written = try #require(lines["b.png"])
        #expect((written["output"] as? String)?.hasSuffix("out/deep/b.webp") == true && written["error"] is NSNull)
        #expect(written["width"] as? Int == 64 && written["height"] as? Int == 48 && written["seconds"] is Double)
        let broken = try #require(lines["broken.jpg"])
        #expect(broken["output"] is NSNull && broken["error"] is String && broken["width"] == nil)
        let errors = outcome.errors.split(separator: "\n")
        #expect(errors.count == 2 && errors[0].contains("in/broken.jpg"))
        #expect(errors[1] == "coreimage: 1 of 3 pictures failed and were not written")
    }

    @Test("Results have the same bytes for any --jobs and --threads")
    func sameBytes() throws {
        for index in 0..<4 { try write("in/\(index).png", width: 300 + CGFloat(index), height: 200) }
        let chain = ["--", "GaussianBlur", "radius=4,", "SepiaTone"]
        let many = try command.run(["apply", "in", "-o", "many/", "--jobs", "4", "--threads", "1"] + chain)
        #expect(many.code == 0 && many.errors == "" && many.output == "4 pictures written\n")
        for index in 0..<4 {
            #expect(try command.run(["apply", "in/\(index).png", "-o", "one.png"] + chain).code == 0)
            #expect(try Data(contentsOf: url("one.png")) == Data(contentsOf: url("many/\(index).png")))
        }
    }

    @Test("Output names follow a pattern; equal names for two pictures are refused beforehand")
    func pattern() throws {
        try write("a.png")
        try write("b.png")
        let outcome = try command.run(["apply", "a.png", "b.png", "-o", "out/{number}-{name}.jpg", "--quiet"])
        #expect(outcome.code == 0 && outcome.output == "" && outcome.errors == "")
        #expect(names(in: "out") == ["1-a.jpg", "2-b.jpg"])
        let same = try command.run(["apply", "a.png", "b.png", "-o", "same/x{folder}.jpg"])
        #expect(same.code == 1 && same.errors.contains("a.png") && same.errors.contains("{number}"))
        #expect(names(in: "same") == [])
        let unknown = try command.run(["apply", "a.png", "-o", "same/{name}-{size}.jpg"])
        #expect(unknown.code == 64 && unknown.errors.contains("{size} is no placeholder"))
    }

    @Test("Files that are there aren't replaced unasked, and inputs never")
    func replacing() throws {
        try write("a.png")
        try write("out/a.png", width: 8, height: 8)
        let refused = try command.run(["apply", "a.png", "-o", "out", "--", "ColorInvert"])
        #expect(refused.code == 1 && refused.errors.contains("--overwrite"))
        #expect(try size("out/a.png") == [8, 8])
        #expect(try command.run(["apply", "a.png", "-o", "out", "--overwrite", "--", "ColorInvert"]).code == 0)
        #expect(try size("out/a.png") == [64, 48])
        let before = try Data(contentsOf: url("a.png"))
        #expect(try command.run(["apply", "a.png", "-o", "./", "--overwrite", "--", "ColorInvert"]).code == 1)
        #expect(try Data(contentsOf: url("a.png")) == before)
    }

    @Test(
        "Options that don't go together are wrong usage, and write nothing",
        arguments: [
            (["a.png", "b.png", "-o", "c.jpg"], "several pictures can't be written to one file"),
            (["a.png", "b.png", "-o", "out", "--explain"], "--explain"),
            (["a.png", "-o", "c.jpg", "--format", "png"], "--format png"),
            (["a.png", "-o", "c.jpg", "--fit", "9x9", "--fill", "9x9"], "--fit and --fill"),
            (["a.png", "-o", "c.jpg", "--jobs", "0"], "--jobs 0"),
            (["a.png", "-o", "c.jpg", "--threads", "0"], "--threads 0"),
            (["a.png", "-o", "-"], "add --format"),
            (["-", "-o", "out/"], "standard input"),
            (["-o", "out/"], "no filter"),
        ])
    func usage(arguments: [String], expected: String) throws {
        try write("a.png")
        try write("b.png")
        let outcome = try command.run(["apply"] + arguments)
        #expect(outcome.code == 64 && outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(names(in: ".").filter { !$0.hasPrefix(".") } == ["a.png", "b.png"])
    }

    @Test("Without filters a picture is converted, and scaled as it is shown", arguments: ["jpg", "png"])
    func conversion(ending: String) throws {
        // Stored 64 × 48, shown 48 × 64.
        try write("in.jpg", orientation: 6)
        #expect(try command.run(["apply", "in.jpg", "-o", "out.\(ending)", "--fit", "24x400"]).code == 0)
        let shown = try CIImage(loading: url("out.\(ending)"), options: [.applyOrientationProperty: true])
        #expect(shown.extent.size == CGSize(width: 24, height: 32))
        #expect(try CIImage(loading: url("out.\(ending)")).isOpaque)
    }

    @Test("--strip leaves no names, places and thumbnails, and an upright picture")
    func strip() throws {
        let picture = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 64, height: 48))
        let plain = try CIContext().jpegData(
            of: picture, colorSpace: try #require(CGColorSpace(name: CGColorSpace.sRGB)))
        let identifying = IdentifyingJPEG.data(around: plain, orientation: 6)
        try identifying.write(to: url("identifying.jpg"))
        for ending in ["jpg", "tif", "webp"] {
            #expect(try command.run(["apply", "identifying.jpg", "-o", "out.\(ending)", "--strip"]).code == 0)
            let data = try Data(contentsOf: url("out.\(ending)"))
            for secret in IdentifyingJPEG.secrets + [IdentifyingJPEG.camera] {
                #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret) in \(ending)")
            }
            let result = try CIImage(loading: url("out.\(ending)"))
            #expect(result.extent.size == CGSize(width: 48, height: 64))
            #expect(result.properties[kCGImagePropertyOrientation] as? Int ?? 1 == 1)
        }
    }

    @Test("- reads standard input and writes standard output, which gets the picture's bytes alone")
    func standard() throws {
        try write("in.jpg")
        let program = ProductsFolder.product("coreimage").path
        func shell(_ words: String) throws -> CommandProcess.Outcome {
            try CommandProcess.run(
                URL(fileURLWithPath: "/bin/sh"), ["-c", words, program], in: command.folder,
                environment: ["HOME": command.folder.path])
        }
        let piped = try shell("\"$0\" apply - -o - --format png -- SepiaTone < in.jpg > piped.png")
        #expect(piped.code == 0 && piped.errors == "")
        #expect(try command.run(["apply", "in.jpg", "-o", "file.png", "--", "SepiaTone"]).code == 0)
        #expect(try Data(contentsOf: url("piped.png")) == Data(contentsOf: url("file.png")))
        #expect(try shell("\"$0\" enhance - -o - --format jpg < in.jpg > better.jpg").code == 0)
        #expect(try size("better.jpg") == [64, 48])
        let info = try shell("\"$0\" info - --json < in.jpg")
        let object = try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any]
        #expect(object?["file"] as? String == "-" && object?["width"] as? Int == 64)
        let nothing = try shell("\"$0\" apply - -o out.png < /dev/null")
        #expect(nothing.code == 1 && nothing.errors.contains("nothing came through standard input"))
    }

    @Test("enhance: a folder, with the filters of each picture")
    func enhance() throws {
        try FileManager.default.createDirectory(at: url("in"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: CommandProcess.package.appendingPathComponent("Tests/Fixtures/scene.jpg"), to: url("in/scene.jpg"))
        try Data("no picture".utf8).write(to: url("in/broken.jpg"))
        let outcome = try command.run(["enhance", "in", "-o", "out/{name}-better.{ext}", "--json"])
        #expect(outcome.code == 2)
        #expect(names(in: "out") == ["scene-better.jpg"])
        let lines = try reports(outcome)
        #expect(lines["scene.jpg"]?["filters"] is [[String: Any]] && lines["broken.jpg"]?["error"] is String)
    }

    @Test("info: one object for a picture, lines for several, exit code 2 where one can't be read")
    func info() throws {
        try write("in/a.png")
        try write("in/deep/b.jpg", width: 20, height: 10)
        try Data("no picture".utf8).write(to: url("in/broken.png"))
        let flat = try reports(command.run(["info", "in", "--json"]), by: "file")
        #expect(Set(flat.keys) == ["a.png", "broken.png"])
        let outcome = try command.run(["info", "in", "--recursive", "--json"])
        #expect(outcome.code == 2 && outcome.errors.contains("1 of 3 files failed"))
        let lines = try reports(outcome, by: "file")
        #expect(lines["b.jpg"]?["width"] as? Int == 20 && lines["a.png"]?["format"] as? String == "png")
        #expect(lines["broken.png"]?["error"] is String && lines["broken.png"]?["width"] == nil)
        let text = try command.run(["info", "in/a.png", "in/deep/b.jpg"])
        #expect(text.code == 0 && text.output.contains("64 × 48 pixels") && text.output.contains("20 × 10 pixels"))
    }

    @Test("An animation's other pictures are mentioned once, and a value outside of the limits too")
    func notes() throws {
        let frames = [CIColor.red, .green, .blue].map {
            CIImage(color: $0).cropped(to: CGRect(x: 0, y: 0, width: 16, height: 16))
        }
        try CIContext().writeAnimation(
            of: frames, in: CGRect(x: 0, y: 0, width: 16, height: 16), to: url("in.gif"), secondsPerFrame: 0.1)
        let outcome = try command.run(["apply", "in.gif", "-o", "out.png", "--", "SepiaTone", "intensity=-1"])
        #expect(outcome.code == 0)
        let lines = outcome.errors.split(separator: "\n")
        #expect(
            lines.map(String.init) == [
                "coreimage: in.gif: the file holds 3 pictures, of which the first is read",
                "coreimage: CISepiaTone: inputIntensity=-1 is below 0, the least that the filter declares",
            ])
        let info = try command.run(["info", "in.gif"])
        #expect(info.output.contains("3, of which this is the first") && info.code == 0)
    }
}
