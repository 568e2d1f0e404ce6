import CoreImage
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that the command passes paths to the system unchanged, without expansion or normalisation.
@Suite("Command: paths and names")
struct CommandPathTests {
    private let command: CommandProcess

    init() throws {
        command = try CommandProcess()
        try write(CIImage(color: .red), as: "in.png")
    }

    private func url(_ path: String) -> URL { URL(fileURLWithPath: command.folder.path + "/" + path) }

    private func write(_ image: CIImage, as path: String) throws {
        let picture = image.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
        try CIContext().writeRepresentation(of: picture, to: url(path), format: .RGBX8)
    }

    private func exists(_ path: String) -> Bool { access(command.folder.path + "/" + path, F_OK) == 0 }

    @Test("the command doesn't expand a tilde") func tilde() throws {
        try FileManager.default.createDirectory(at: url("~"), withIntermediateDirectories: true)
        // HOME is the current folder in these tests, so an expanded tilde would write `out.png` here.
        let outcome = try command.run(["apply", "in.png", "-o", "~/out.png", "--", "ColorInvert"])
        #expect(outcome.code == 0 && exists("~/out.png") && !exists("out.png"))
        #expect(try command.run(["info", "~/out.png"]).code == 0)
        let missing = try command.run(["info", "~nobody/out.png"])
        #expect(missing.code == 1 && missing.errors.contains("~nobody/out.png"))
    }

    @Test(".. after a symbolic link is the parent of its target") func parents() throws {
        try FileManager.default.createDirectory(at: url("other/sub"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: command.path("link"), withDestinationPath: command.path("other/sub"))
        let outcome = try command.run(["apply", "in.png", "-o", "link/../out.png", "--", "ColorInvert"])
        #expect(outcome.code == 0 && exists("other/out.png") && !exists("out.png"))
        #expect(try command.run(["info", "link/../out.png"]).code == 0)
    }

    @Test("a named pipe is refused as a kernel or unit without waiting for a writer") func pipe() throws {
        try #require(mkfifo(command.path("pipe.cikernel"), 0o600) == 0)
        for verb in ["check", "dump"] {
            let outcome = try command.run(["kernel", verb, "pipe.cikernel"])
            #expect(outcome.code == 1 && !outcome.errors.isEmpty)
        }
        for arguments in [["units", "pipe.cikernel"], ["units", "doctor", "pipe.cikernel"]] {
            let outcome = try command.run(arguments)
            #expect(outcome.code == 1 && outcome.errors.contains("this is no folder"))
        }
    }

    /// A unit with a kernel that makes everything blue.
    private func writeUnit(filter: String) throws {
        let resources = url("units/Blue.plugin/Contents/Resources")
        try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
        let description = """
            { CIPlugInVersion = 1; CIPlugInFilterList = { \(filter) = { CIKernelFile = K; CIFilterAttributes = {
              CIAttributeFilterCategories = (CICategoryColorEffect);
              CIInputs = ({ CIAttributeName = inputImage; CIAttributeClass = CIImage; }); }; }; }; }
            """
        for (file, text) in [
            ("../Info.plist", "{ CFBundleIdentifier = \"org.example.blue\"; }"), ("Description.plist", description),
            ("K.cikernel", "kernel vec4 k(__sample s) { return vec4(0.0, 0.0, 1.0, 1.0); }"),
        ] {
            try text.write(to: resources.appendingPathComponent(file), atomically: false, encoding: .utf8)
        }
    }

    @Test(
        "a unit's filter with the name of a built-in filter doesn't replace it",
        arguments: ["ColorInvert", "colorinvert"])
    func shortNames(name: String) throws {
        try writeUnit(filter: name)
        for (arguments, file) in [([], "plain.png"), (["--units", "units"], "unit.png")] {
            let outcome = try command.run(["apply", "in.png", "-o", file] + arguments + ["--", name])
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        #expect(try Data(contentsOf: url("plain.png")) == Data(contentsOf: url("unit.png")))
        try writeUnit(filter: "MakesBlue")
        #expect(try command.run(["apply", "in.png", "-o", "b.png", "--units", "units", "--", "MakesBlue"]).code == 0)
        #expect(try Data(contentsOf: url("plain.png")) != Data(contentsOf: url("b.png")))
    }

    @Test("no scratch folder remains after the command ends") func leftovers() throws {
        try writeUnit(filter: "MakesBlue")
        let scratch = url("scratch")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let outcome = try CommandProcess.run(
            ProductsFolder.product("coreimage"), ["units", "units"], in: command.folder,
            environment: ["HOME": command.folder.path, "TMPDIR": scratch.path, "COREIMAGE_CACHE": "none"])
        #expect(outcome.code == 0 && outcome.output.contains("MakesBlue"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    @Test("a recipe that can't be read is named") func recipes() throws {
        try "{ \"format\": 1, \"steps\": [{ \"crop\": 0.5 }] }".write(
            to: url("look.json"), atomically: false, encoding: .utf8)
        let outcome = try command.run(["apply", "in.png", "--recipe", "look.json", "-o", "out.png"])
        #expect(
            outcome.code == 1 && outcome.errors.contains("look.json") && outcome.errors.contains("a number doesn't fit")
        )
    }
}
