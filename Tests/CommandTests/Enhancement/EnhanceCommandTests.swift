import CoreImage
import Testing

@Suite("Command: enhance")
struct EnhanceCommandTests {
    private let command: CommandProcess
    /// A photograph-like scene two stops too dark, with a quarter of its pixels, so that looking at it takes less time.
    private let dark: String

    init() throws {
        command = try CommandProcess()
        dark = command.path("dark.png")
        let scene = CommandProcess.package.appendingPathComponent("Tests/Fixtures/scene.jpg").path
        let outcome = try command.run([
            "apply", scene, "-o", dark, "--size", "320x240", "--", "LanczosScaleTransform", "scale=0.5,",
            "ExposureAdjust", "EV=-2",
        ])
        try #require(outcome.code == 0)
    }

    private func object(_ arguments: String...) throws -> [String: Any] {
        let outcome = try command.run(["enhance", "--json"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: command.path(name))) }

    private func mean(_ path: String) throws -> Float {
        let image = try CIImage(loading: URL(fileURLWithPath: path))
        let mean = image.applyingFilter(
            "CIAreaAverage", parameters: [kCIInputExtentKey: CIVector(cgRect: image.extent)])
        var pixel = SIMD4<Float>.zero
        try withUnsafeMutableBytes(of: &pixel) { buffer in
            try CIContext().renderBitmap(
                mean, to: try #require(buffer.baseAddress), rowBytes: 16,
                bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBAf, colorSpace: nil)
        }
        return (pixel.x + pixel.y + pixel.z) / 3
    }

    @Test("A result of more than four gigapixels is refused, and nothing is written")
    func tooLarge() throws {
        let outcome = try command.run(["enhance", dark, "-o", command.path("huge.png"), "--fill", "70000x70000"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("over the limit of 4 gigapixels"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: command.path("huge.png")))
    }

    @Test("A dark picture becomes lighter, and the command says by which filters")
    func lighter() throws {
        let out = command.path("out.png")
        let outcome = try command.run(["enhance", dark, "-o", out])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("adjustment") && outcome.output.contains("CIToneCurve"))
        let (before, after) = (try mean(dark), try mean(out))
        #expect(after > 1.5 * before)
        #expect(try CIImage(loading: URL(fileURLWithPath: out)).extent.size == CGSize(width: 320, height: 240))
    }

    @Test("--explain prints brightness before and after and one pass, and writes no file")
    func explanation() throws {
        let object = try object(dark, "--explain")
        #expect(object["passes"] as? Int == 1)
        let light = try #require(object["light"] as? [String: [String: Double]])
        let (before, after) = (try #require(light["before"]?["0.5"]), try #require(light["after"]?["0.5"]))
        #expect(after > before + 0.05)
        let filters = try #require(object["filters"] as? [[String: Any]])
        #expect(filters.contains { $0["name"] as? String == "CIToneCurve" })
        let text = try command.run(["enhance", dark, "--explain"])
        #expect(text.output.contains("light before  1 % ") && text.output.contains("light after   1 % "))
    }

    @Test(
        "Saved filters give the same bytes without analysing the picture",
        arguments: ["look.json", "look.plist"])
    func stored(name: String) throws {
        let look = command.path(name)
        let direct = try command.run(["enhance", dark, "-o", command.path("direct.png"), "--save-recipe", look])
        #expect(direct.code == 0, "\(direct.errors)")
        let used = try command.run(["apply", dark, "--recipe", look, "-o", command.path("used.png")])
        #expect(used.code == 0, "\(used.errors)")
        #expect(try bytes("direct.png") == bytes("used.png"))
    }

    @Test("A picture that nothing would improve is written as it is, and its recipe changes nothing")
    func nothing() throws {
        let (gray, look) = (command.path("gray.png"), command.path("same.json"))
        _ = try command.run(["apply", "--size", "64x48", "-o", gray, "--", "ConstantColorGenerator", "color=#808080"])
        let outcome = try command.run(["enhance", gray, "-o", command.path("same.png"), "--save-recipe", look])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output == "nothing to improve\n")
        let used = try command.run(["apply", gray, "--recipe", look, "-o", command.path("used.png")])
        #expect(used.code == 0, "\(used.errors)")
        #expect(try bytes("same.png") == bytes("used.png"))
        let (before, after) = (try mean(gray), try mean(command.path("same.png")))
        #expect(before == after)
    }

    @Test("Contradictory options and unreadable pictures are errors")
    func refusals() throws {
        #expect(try command.run(["enhance", dark]).code == 64)
        #expect(try command.run(["enhance", dark, "--explain", "-o", command.path("x.png")]).code == 64)
        #expect(try command.run(["enhance", dark, "--explain", "--no-red-eye", "--only-red-eye"]).code == 64)
        let large = try command.run(
            ["enhance", dark, "-o", command.path("x.png"), "--fill", "2000x2000", "--pixel-limit", "400000"])
        #expect(large.code == 1 && large.errors.contains("2000 × 2000 pixels, over the limit"))
        let missing = try command.run(["enhance", command.path("none.jpg"), "-o", command.path("x.png")])
        #expect(missing.code == 1 && missing.errors.contains("none.jpg"))
    }
}
