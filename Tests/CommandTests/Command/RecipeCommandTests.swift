import CoreImage
import Testing

@Suite("apply with recipes")
struct RecipeCommandTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: command.path(name))) }

    @Test("A recipe that was saved does the same again, to the byte", arguments: ["look.json", "look.plist"])
    func again(file: String) throws {
        let (look, direct, used) = (command.path(file), command.path("direct.png"), command.path("used.png"))
        let saved = try command.run([
            "apply", CommandProcess.scene, "-o", direct, "--save-recipe", look, "--", "SepiaTone", "intensity=0.8",
            "as",
            "brown,", "GaussianBlur", "radius=3,", "SourceOverCompositing", "backgroundImage=@brown",
        ])
        #expect(saved.code == 0 && saved.errors == "")
        let outcome = try command.run(["apply", CommandProcess.scene, "--recipe", look, "-o", used])
        #expect(outcome.code == 0 && outcome.errors == "")
        #expect(try bytes("direct.png") == bytes("used.png"))
        // Without `-o`, the command saves the recipe and writes no picture.
        let other = command.path("other.json")
        let only = try command.run(["apply", CommandProcess.scene, "--save-recipe", other, "--", "ColorInvert"])
        #expect(only.code == 0 && only.errors == "")
        #expect(String(decoding: try bytes("other.json"), as: UTF8.self).contains("\"CIColorInvert\""))
    }

    @Test("Pictures that the recipe names are read only in the folder that is allowed, and others are given by name")
    func pictures() throws {
        let mask = command.path("mask.png")
        _ = try command.run(["apply", "--size", "640x480", "-o", mask, "--", "CheckerboardGenerator", "width=60"])
        let look = command.path("look.json")
        _ = try command.run([
            "apply", CommandProcess.scene, "--save-recipe", look, "-o", command.path("direct.png"), "--",
            "BlendWithMask",
            "maskImage=\(mask)",
        ])
        let refused = try command.run(["apply", CommandProcess.scene, "--recipe", look, "-o", command.path("out.png")])
        #expect(refused.code == 1 && refused.errors.contains(mask) && refused.errors.contains("not allowed"))
        let allowed = try command.run([
            "apply", CommandProcess.scene, "--recipe", look, "--recipe-files", command.folder.path, "-o",
            command.path("out.png"),
        ])
        #expect(allowed.code == 0)
        #expect(try bytes("out.png") == bytes("direct.png"))
        // A placeholder instead of the file, as an editor would change the recipe.
        let text = String(decoding: try bytes("look.json"), as: UTF8.self)
        let named = text.replacingOccurrences(of: "\"file\" : \"\(mask)\"", with: "\"image\" : \"mask\"")
        #expect(named != text)
        try named.write(toFile: look, atomically: true, encoding: .utf8)
        let missing = try command.run(["apply", CommandProcess.scene, "--recipe", look, "-o", command.path("out.png")])
        #expect(missing.code == 1 && missing.errors.contains("“mask”"))
        let given = try command.run([
            "apply", CommandProcess.scene, "--recipe", look, "--image", "mask=\(mask)", "-o", command.path("given.png"),
        ])
        #expect(given.code == 0 && given.errors == "")
        #expect(try bytes("given.png") == bytes("direct.png"))
    }

    @Test("Mistakes are said in a line, and write nothing")
    func mistakes() throws {
        let look = command.path("look.json")
        try "{\"format\": 1, \"steps\": [{\"image\": \"image\"}, {\"filter\": \"CISepiaTome\", \"inputs\": {}}]}".write(
            toFile: look, atomically: true, encoding: .utf8)
        let out = command.path("out.png")
        func run(_ options: String...) throws -> CommandProcess.Outcome {
            try command.run(["apply", CommandProcess.scene, "-o", out] + options)
        }
        let unknown = try run("--recipe", look)
        #expect(unknown.code == 1 && unknown.errors.contains("did you mean CISepiaTone?"))
        #expect(try run("--recipe", command.path("none.json")).errors.contains("none.json"))
        #expect(try run("--recipe", look, "--", "SepiaTone").code == 64)
        #expect(try run("--image", "a=b", "--", "SepiaTone").code == 64)
        #expect(try run("--recipe", look, "--image", "a").code == 64)
        #expect(!FileManager.default.fileExists(atPath: out))
    }
}
