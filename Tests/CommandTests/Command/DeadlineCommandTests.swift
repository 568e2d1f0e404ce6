import CoreImage
import Foundation
import Testing

/// `--deadline` bounds all of a command's work, not each rendering by itself.
@Suite("Command: deadlines")
struct DeadlineCommandTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: command.path(name)) }

    private func write(_ text: String, as name: String) throws {
        try text.write(to: url(name), atomically: true, encoding: .utf8)
    }

    /// Runs the command with a deadline of 0.2 seconds. It must end within 30 seconds with the deadline's error or, if
    /// a fast machine may finish the work in that time, with success.
    private func expectEnd(of arguments: [String], settings: [String] = [], mayFinish: Bool = false) throws {
        let began = ContinuousClock.now
        let words = arguments + ["--deadline", "0.2"] + (settings.isEmpty ? [] : ["--"] + settings)
        let outcome = try command.run(words)
        let taken = ContinuousClock.now - began
        #expect(taken < .seconds(30), "\(taken)")
        let isStopped = outcome.code == 1 && outcome.errors.contains("deadline of 0.2 s")
        #expect(isStopped || mayFinish && outcome.code == 0, "\(outcome.code): \(outcome.errors)")
    }

    private static func stroke(_ points: [String], _ settings: String = "") -> String {
        #"{"points": [\#(points.joined(separator: ","))]\#(settings)}"#
    }

    private static func script(_ strokes: [String]) -> String {
        #"{"size": [64, 64], "strokes": [\#(strokes.joined(separator: ","))]}"#
    }

    @Test("paint: all strokes together") func strokes() throws {
        let stroke = Self.stroke(["[0, 0]", "[64, 64]"], #", "radius": 8"#)
        try write(Self.script(Array(repeating: stroke, count: 3000)), as: "strokes.json")
        try expectEnd(of: ["paint", "strokes.json", "-o", "out.png"])
        #expect(!FileManager.default.fileExists(atPath: command.path("out.png")))
    }

    @Test("paint: a stroke of millions of dabs") func zigzag() throws {
        let points = (0..<40_000).map { "[\($0 % 2 * 1000), 30]" }
        try write(Self.script([Self.stroke(points, #", "radius": 2, "spacing": 1"#)]), as: "strokes.json")
        try expectEnd(of: ["paint", "strokes.json", "-o", "out.png"])
    }

    @Test("paint: a stroke outside the canvas") func away() throws {
        let points = (0..<1000).map { "[\($0 % 2 * 1000000), 1000]" }
        try write(Self.script([Self.stroke(points, #", "spacing": 0.1"#)]), as: "strokes.json")
        try expectEnd(of: ["paint", "strokes.json", "-o", "out.png"], mayFinish: true)
    }

    @Test("paint: points that equal the one before add nothing") func equalPoints() throws {
        let points = Array(repeating: "[32, 32]", count: 100_000)
        try write(Self.script([Self.stroke(points)]), as: "strokes.json")
        let outcome = try command.run(["paint", "strokes.json", "-o", "out.png", "--json"])
        #expect(outcome.code == 0 && outcome.output.contains(#""dabs" : 1"#), "\(outcome.output)\(outcome.errors)")
    }

    @Test("transition: all frames together", arguments: ["frames/", "out.gif"]) func frames(output: String) throws {
        let scene = CommandProcess.scene
        try expectEnd(of: ["transition", scene, scene, "-o", output, "--filter", "Ripple", "--frames", "400"])
    }

    /// The scene as a JPEG of 4000 × 3000 pixels.
    private static let large: Result<Data, any Error> = Result {
        let scene = try CIImage(loading: URL(fileURLWithPath: CommandProcess.scene))
        return try CIContext().jpegData(
            of: scene.transformed(by: CGAffineTransform(scaleX: 6.25, y: 6.25)),
            colorSpace: try #require(CGColorSpace(name: CGColorSpace.sRGB)))
    }

    @Test("enhance: the deadline includes the analysis", arguments: [["-o", "out.jpg"], ["--explain"]])
    func enhance(arguments: [String]) throws {
        try Self.large.get().write(to: url("large.jpg"))
        try expectEnd(of: ["enhance", "large.jpg"] + arguments, mayFinish: true)
    }

    @Test(
        "apply: discs of any radius",
        arguments: [
            ["MorphologyMaximum", "radius=1e6"], ["MorphologyMaximum", "radius=1e8"],
            ["MorphologyMinimum", "radius=3e7"], ["MorphologyGradient", "radius=1e6"],
        ])
    func discs(settings: [String]) throws {
        let board = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 64, height: 64))
        try CIContext().writeRepresentation(of: board, to: url("in.png"), format: .RGBX8)
        try expectEnd(of: ["apply", "in.png", "-o", "out.png"], settings: settings, mayFinish: true)
    }
}
