import CoreImage
import Foundation
import TestSupport
import Testing
import UnitAuthoring

/// Tests of the commands for authors of image units, run as processes.
@Suite("The command: writing units")
struct UnitAuthoringProcessTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func run(_ arguments: String...) throws -> CommandProcess.Outcome {
        try CommandProcess.run(
            ProductsFolder.product("coreimage"), ["units"] + arguments, in: command.folder,
            environment: ["HOME": command.folder.path])
    }

    private func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: command.path(name))) }

    @Test(
        "A new unit of each kind builds, loads and changes the picture; with amount 0 it doesn't",
        arguments: UnitKind.allCases)
    func kinds(kind: UnitKind) throws {
        let unit = try NewUnit.of(kind)
        #expect(unit.made.code == 0)
        #expect(unit.built.code == 0 && unit.built.errors == "", "\(unit.built.errors)")
        let folder = unit.sources.appendingPathComponent("build").path
        let listing = try run(folder)
        #expect(listing.code == 0 && listing.errors == "", "\(listing.errors)")
        #expect(listing.output.contains("SoftTone  \(kind == .kernel ? "nonexecutable" : "executable")"))
        for (name, chain) in [
            ("same", ["ExposureAdjust", "EV=0"]), ("default", ["SoftTone"]), ("none", ["SoftTone", "amount=0"]),
        ] {
            let outcome = try command.run(
                [
                    "apply", CommandProcess.scene, "-o", command.path("\(name).png"), "--units", folder, "--",
                ] + chain)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        #expect(try data("default.png") != data("same.png"))
        #expect(try data("none.png") == data("same.png"))
    }

    @Test("From sources to a package, installed, used and removed")
    func package() throws {
        #expect(try run("new", "WarmGlow", "--identifier", "com.example.WarmGlow").code == 0)
        #expect(try run("build", "WarmGlow", "-o", "out").code == 0)
        #expect(try run("pack", "out/WarmGlow.plugin").output.contains("WarmGlow.imageunit"))
        let installed = try run("install", "WarmGlow.imageunit")
        #expect(installed.code == 0 && installed.output.contains("com.example.WarmGlow 1.0"))
        #expect(installed.output.contains(".local/share/Graphics/Image Units/WarmGlow.plugin"))
        let apply = try command.run(["apply", CommandProcess.scene, "-o", command.path("a.png"), "--", "WarmGlow"])
        #expect(apply.code == 0, "\(apply.errors)")
        #expect(try run("uninstall", "com.example.WarmGlow").code == 0)
        #expect(try run("list").output.contains("no image units"))
    }

    @Test("Refusals have exit code 1, wrong usage 64, and both say what to do")
    func refusals() throws {
        #expect(try run("new", "WarmGlow").code == 0)
        for (arguments, code, words) in [
            (["new", "WarmGlow"], 1, "exists already"), (["new", "warm"], 1, "capital letter"),
            (["new", "Glow", "--package", "x"], 64, "--kind swift"), (["build"], 64, "name the folder"),
            (["build", "nowhere"], 1, "no such folder"), (["pack", "WarmGlow"], 1, "coreimage units build"),
            (["install", "nothing.imageunit"], 1, "nothing.imageunit"),
            (["uninstall", "Nothing"], 1, "no unit of this name"),
            (
                ["watch", "WarmGlow", "--preview", CommandProcess.scene, "-o", "WarmGlow/Resources/p.png"], 1,
                "another place"
            ),
            (["watch", "WarmGlow", "--preview", "none.png", "-o", "p.png"], 1, "none.png"),
            (
                ["watch", "WarmGlow", "--preview", CommandProcess.scene, "-o", "p.png", "--set", "amount"], 64,
                "key=value"
            ),
        ] as [([String], Int32, String)] {
            let outcome = try CommandProcess.run(
                ProductsFolder.product("coreimage"), ["units"] + arguments, in: command.folder,
                environment: ["HOME": command.folder.path])
            #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
    }

    @Test("Swift diagnostics are passed on, and nothing is built")
    func swiftDiagnostics() throws {
        #expect(try run("new", "SoftTone", "--kind", "swift").code == 0)
        let file = URL(fileURLWithPath: command.path("SoftTone/Sources/SoftTone/SoftTone.swift"))
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacingOccurrences(of: "clampedToExtent", with: "clampedToExtend").write(
            to: file, atomically: true, encoding: .utf8)
        let outcome = try run("build", "SoftTone")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("SoftTone.swift:") && outcome.errors.contains("clampedToExtend"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: command.path("SoftTone/build")).isEmpty)
    }
}
