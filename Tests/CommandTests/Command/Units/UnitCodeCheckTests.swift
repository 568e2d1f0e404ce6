import Foundation
import Testing

/// Tests with classes and functions that Description.plist names, but the unit's code doesn't have.
@Suite("The command: code against Description.plist")
struct UnitCodeCheckTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func edit(_ name: String, _ old: String, _ new: String) throws {
        let file = command.folder.appendingPathComponent(name)
        let text = try String(contentsOf: file, encoding: .utf8)
        try #require(text.contains(old))
        try text.replacingOccurrences(of: old, with: new).write(to: file, atomically: true, encoding: .utf8)
    }

    @Test("A class that the loader lacks refuses the build and fails validation, with the nearest class")
    func missingClass() throws {
        let unit = try NewUnit.of(.swift)
        try #require(unit.made.code == 0 && unit.built.code == 0)
        try FileManager.default.copyItem(
            at: unit.sources, to: command.folder.appendingPathComponent("SoftTone"))
        let list = "SoftTone/Resources/Description.plist"
        let (right, wrong) = (
            "<key>CIFilterClass</key>\n\t\t\t<string>SoftTone<", "<key>CIFilterClass</key>\n\t\t\t<string>SoftTon<"
        )
        let place =
            FileManager.default.fileExists(atPath: command.path(list))
            ? list : "SoftTone/Unit/Resources/Description.plist"
        try edit(place, right, wrong)
        let words = [
            "Contents/Resources/Description.plist: CIPlugInFilterList.SoftTone.CIFilterClass: SoftTone has no filter class SoftTon; "
                + "did you mean SoftTone?"
        ]
        let build = try command.run(["units", "build", "SoftTone"])
        #expect(build.code == 1)
        for text in words { #expect(build.errors.contains(text), "\(build.errors)") }

        // A failed build keeps the earlier bundle. With the same mistake in that bundle, `validate` gives the same
        // message.
        try edit("SoftTone/build/SoftTone.plugin/Contents/Resources/Description.plist", right, wrong)
        let validation = try command.run(["units", "validate", "SoftTone/build/SoftTone.plugin", "--level", "1"])
        #expect(validation.code != 0)
        for text in words { #expect(validation.output.contains(text), "\(validation.output)") }
    }

    @Test("A kernel in Swift code that doesn't compile refuses the build, with the diagnostics on their own lines")
    func brokenKernel() throws {
        try #require(try command.run(["units", "new", "SoftTone", "--kind", "swift"]).code == 0)
        try edit("SoftTone/Sources/SoftTone/SoftTone.swift", "dot(unpremultiply", "dott(unpremultiply")
        let build = try command.run(["units", "build", "SoftTone"])
        #expect(build.code == 1)
        let lines = build.errors.split(separator: "\n")
        let first = try #require(
            lines.firstIndex { $0.hasPrefix("SoftTone/SoftTone.swift:") && $0.contains(": error: ") }, "\(build.errors)"
        )
        #expect(lines[first].hasSuffix("there is no function 'dott'"))
        #expect(lines[first + 1].contains("float light = dott(unpremultiply(soft)"))
        #expect(build.errors.contains("did you mean 'dot'?"))
        #expect(!build.errors.contains("Report it to the author"))
    }

    @Test("A C function that the library doesn't export refuses the build")
    func missingFunction() throws {
        try #require(try command.run(["units", "new", "InkTone", "--kind", "c"]).code == 0)
        try edit("InkTone/Sources/InkTone.c", "ink_tone(", "ink_tones(")
        let build = try command.run(["units", "build", "InkTone"])
        #expect(build.code == 1)
        #expect(build.errors.contains("has no function ink_tone;"), "\(build.errors)")
    }
}
