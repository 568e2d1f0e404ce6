import CoreImage
import Testing

/// The command as a user runs it: a process with arguments, output, errors and an exit code.
@Suite("The command as a process")
struct WholeProcessTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func run(_ arguments: String...) throws -> CommandProcess.Outcome { try command.run(arguments) }

    private func path(_ name: String) -> String { command.path(name) }

    private func picture(_ name: String) throws -> CIImage { try CIImage(loading: URL(fileURLWithPath: path(name))) }

    @Test("filters: one a line, name first; searching; JSON with the promised fields")
    func filters() throws {
        let lines = try run("filters", "--category", "blur")
        #expect(lines.code == 0)
        #expect(lines.output.split(separator: "\n").contains { $0.hasPrefix("CIGaussianBlur") })
        #expect(!lines.output.contains("CISepiaTone"))
        let json = try run("filters", "--json")
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        let sepia = try #require(list.first { $0["name"] as? String == "CISepiaTone" })
        #expect(sepia["displayName"] as? String == "Sepia Tone")
        #expect(sepia["origin"] as? String == "built-in")
        #expect((sepia["categories"] as? [String])?.first == "CICategoryColorEffect")
        #expect(sepia["summary"] as? String == "Tints an image brown, like an old photograph.")
        let found = try run("filters", "--search", "OLD brown")
        #expect(found.output == "CISepiaTone  ColorEffect  Tints an image brown, like an old photograph.\n")
        #expect(try run("filters", "--search", "no such thing").output == "")
        let wrong = try run("filters", "--category", "blurr")
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("CICategoryBlur"))
    }

    @Test("filter: the catalogue's fields")
    func filter() throws {
        let outcome = try run("filter", "sepiatone", "--json")
        #expect(outcome.code == 0)
        let sepia = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let inputs = try #require(sepia["inputs"] as? [[String: Any]])
        #expect(inputs.map { $0["key"] as? String } == ["inputImage", "inputIntensity"])
        #expect(inputs[1]["default"] as? Double == 1)
        #expect(inputs[1]["min"] as? Double == 0)
        #expect(inputs[1]["max"] is NSNull)
        let wrong = try run("filter", "CISepiaTome")
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("did you mean CISepiaTone?"))
    }

    @Test("apply: a chain, keys without input, labels, and the size of the result")
    func apply() throws {
        let outcome = try run(
            "apply", CommandProcess.scene, "-o", path("out.png"), "--", "sepiatone", "INTENSITY=0.8", "as", "brown,",
            "GaussianBlur",
            "radius=4,", "SourceOverCompositing", "backgroundImage=@brown,", "Crop", "rectangle=10,20,100,50")
        #expect(outcome.errors == "")
        #expect(outcome.code == 0)
        #expect(try picture("out.png").extent == CGRect(x: 0, y: 0, width: 100, height: 50))
    }

    @Test("apply --explain: text, JSON, a graph or a page instead of a file")
    func explain() throws {
        let chain = ["--", "HueAdjust", "angle=1,", "SepiaTone,", "Crop", "rectangle=10,20,100,50"]
        func explained(_ options: String...) throws -> CommandProcess.Outcome {
            try command.run(["apply", CommandProcess.scene, "--explain"] + options + chain)
        }
        let text = try explained()
        #expect(text.code == 0 && text.errors == "")
        #expect(text.output.contains("As built") && text.output.contains("1 pass,"))
        let json = try explained("--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let steps = try #require(object["steps"] as? [[String: Any]])
        func operations(_ step: [String: Any]?) -> [String] {
            let nodes = (step?["graph"] as? [String: Any])?["nodes"] as? [[String: Any]]
            return (nodes ?? []).compactMap { $0["operation"] as? String }
        }
        #expect(operations(steps.first) == ["convert", "crop", "kernel sepiaTone", "kernel hueAdjust", "source"])
        let pushed = steps.first { $0["title"] as? String == "push crops to the sources" }
        #expect(operations(pushed).suffix(2) == ["crop", "source"])
        #expect((object["passes"] as? [Any])?.count == 1)
        #expect(try explained("--dot").output.hasPrefix("digraph recipe {"))
        #expect(try explained("--html").output.hasPrefix("<!DOCTYPE html>"))
        #expect(try run("apply", CommandProcess.scene, "--", "SepiaTone").code == 64)
        #expect(try run("apply", CommandProcess.scene, "--json", "-o", path("x.png"), "--", "SepiaTone").code == 64)
        #expect(!FileManager.default.fileExists(atPath: path("x.png")))
    }

    @Test("apply: --memory bounds the memory, changes no pixel, and refuses what is too little or no size")
    func memory() throws {
        let chain = ["--", "SepiaTone", "intensity=0.7,", "GaussianBlur", "radius=3"]
        for (name, options) in [("free.png", []), ("bounded.png", ["--memory", "16M", "--quiet"])] {
            let outcome = try command.run(["apply", CommandProcess.scene, "-o", path(name)] + options + chain)
            #expect(outcome.errors == "")
            #expect(outcome.code == 0)
        }
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: path("free.png")))
                == Data(contentsOf: URL(fileURLWithPath: path("bounded.png"))))
        for size in ["1M", "lots"] {
            let outcome = try command.run(
                ["apply", CommandProcess.scene, "-o", path("no.png"), "--memory", size] + chain)
            #expect(outcome.code == 64)
            #expect(outcome.errors.contains("--memory"))
        }
    }

    @Test(
        "apply: alpha is stored where there may be some, and only there",
        arguments: [
            ("scene.jpg", ["SepiaTone"], false),
            (
                "scene.jpg",
                ["HueAdjust", "angle=1,", "ColorControls", "contrast=1.2,", "Crop", "rectangle=9,9,50,40"], false
            ),
            ("scene.jpg", ["ColorMatrix", "aVector=0,0,0,0.5"], true),
            ("scene.jpg", ["AffineTransform", "transform=0.8,0.6,-0.6,0.8,0,0"], true),
            ("scene.png", ["SepiaTone"], true),
        ])
    func alpha(picture: String, chain: [String], expectsAlpha: Bool) throws {
        let scene = CommandProcess.package.appendingPathComponent("Tests/Fixtures/\(picture)").path
        let outcome = try command.run(["apply", scene, "-o", path("alpha.png"), "--"] + chain)
        #expect(outcome.errors == "")
        // A PNG file says what channels it has in its 26th byte: 2 is colour, 6 colour and alpha.
        let file = try Data(contentsOf: URL(fileURLWithPath: path("alpha.png")))
        #expect(file[25] == (expectsAlpha ? 6 : 2))
    }

    @Test("apply: generators need --size")
    func generator() throws {
        let board = try run(
            "apply", "--size", "31x17", "-o", path("board.png"), "--", "CheckerboardGenerator", "width=4")
        #expect(board.code == 0)
        #expect(try picture("board.png").extent.size == CGSize(width: 31, height: 17))
        let without = try run("apply", "-o", path("board2.png"), "--", "CheckerboardGenerator")
        #expect(without.code == 64)
        #expect(without.errors.contains("--size"))
        #expect(!FileManager.default.fileExists(atPath: path("board2.png")))
    }

    @Test("apply: a finite generator is cut at its own lower left corner")
    func placedGenerator() throws {
        let sun = ["SunbeamsGenerator", "center=0,0", "sunRadius=10", "maxStriationRadius=2"]
        let outcome = try command.run(["apply", "--size", "30x40", "-o", path("sun.png"), "--"] + sun)
        #expect(outcome.code == 0)
        #expect(try picture("sun.png").extent.size == CGSize(width: 30, height: 40))
    }

    @Test("apply: every kind of file, in the depth asked for", arguments: ["jpg", "png", "tif", "webp", "exr"])
    func formats(name: String) throws {
        let outcome = try run(
            "apply", CommandProcess.scene, "-o", path("out." + name), "--size", "40x30", "--", "SepiaTone")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let image = try picture("out." + name)
        #expect(image.extent.size == CGSize(width: 40, height: 30))
        let deep = ["png": "16", "tif": "float", "exr": "float"][name]
        guard let deep else { return }
        #expect(
            try run(
                "apply", CommandProcess.scene, "-o", path("deep." + name), "--size", "40x30", "--depth", deep, "--",
                "SepiaTone"
            ).code == 0)
        #expect(try picture("deep." + name).properties[kCGImagePropertyDepth] as? Int == (deep == "float" ? 32 : 16))
    }

    @Test("refusals: exit code 1, the name meant, and no file left behind")
    func refusals() throws {
        let cases: [([String], String)] = [
            (["SepiaTome"], "did you mean CISepiaTone?"),
            (["SepiaTone", "intensty=1"], "did you mean inputIntensity?"),
            (["SepiaTone", "intensity=much"], "write a number"),
            (["BlendWithMask", "maskImage=nowhere.png"], "nowhere.png"),
            (["SourceOverCompositing", "backgroundImage=@nothing"], "@input"),
        ]
        for (chain, expected) in cases {
            let outcome = try command.run(["apply", CommandProcess.scene, "-o", path("refused.png"), "--"] + chain)
            #expect(outcome.code == 1, "\(chain)")
            #expect(outcome.errors.contains(expected), "\(chain): \(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: path("refused.png")))
        }
        let missing = try run("apply", "missing.jpg", "-o", path("refused.png"), "--", "SepiaTone")
        #expect(missing.code == 1)
        #expect(missing.errors.contains("missing.jpg"))
        let format = try run("apply", CommandProcess.scene, "-o", path("refused.xyz"), "--", "SepiaTone")
        #expect(format.code == 1)
        #expect(format.errors.contains("xyz"))
    }

    @Test("usage errors: exit code 64")
    func usage() throws {
        #expect(try run("apply").code == 64)
        #expect(try run("apply", "-o", "x.png").code == 64)
        #expect(try run("apply", CommandProcess.scene, "-o", "x.png", "--size", "big", "--", "SepiaTone").code == 64)
        #expect(try run("nonsense").code == 64)
        #expect(try run("--help").code == 0)
    }

    @Test("kernel check: diagnostics with file, line and column; exit code 1")
    func kernelCheck() throws {
        let good = path("good.cikernel")
        try "kernel vec4 keep(__sample s) { return s; }".write(toFile: good, atomically: true, encoding: .utf8)
        let bad = path("bad.cikernel")
        try "kernel vec4 keep(__sample s) {\n  return smaple(s);\n}".write(
            toFile: bad, atomically: true, encoding: .utf8)
        let fine = try run("kernel", "check", good)
        #expect(fine.code == 0)
        #expect(fine.output.contains("keep"))
        let outcome = try run("kernel", "check", good, bad)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("\(bad):2:10: error:"))
        let json = try run("kernel", "check", "--json", bad)
        #expect(json.code == 1)
        let files = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        let diagnostics = try #require(files.first?["diagnostics"] as? [[String: Any]])
        #expect(diagnostics.first?["line"] as? Int == 2)
        #expect(diagnostics.first?["column"] as? Int == 10)
        let missing = try run("kernel", "check", "none.cikernel")
        #expect(missing.code == 1)
        #expect(missing.errors.contains("none.cikernel"))
    }

    @Test("units: an empty folder, and one that isn't there")
    func units() throws {
        let none = try run("units", command.folder.path)
        #expect(none.code == 0)
        #expect(none.output.contains("no image units"))
        #expect(try run("units", "nowhere").code == 1)
    }
}
