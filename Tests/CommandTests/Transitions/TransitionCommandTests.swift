import CoreImage
import Foundation
import Testing

@testable import Transitions

/// Tests of `coreimage transition`: the timing of its frames, and the command as a process.
@Suite("The command: transitions")
struct TransitionCommandTests {
    private let command: CommandProcess

    init() throws {
        command = try CommandProcess()
        for (name, color, size) in [
            ("a.png", CIColor(red: 1, green: 0, blue: 0), CGSize(width: 34, height: 24)),
            ("b.png", CIColor(red: 0, green: 0, blue: 1), CGSize(width: 34, height: 24)),
            ("wide.png", CIColor(red: 0, green: 1, blue: 0), CGSize(width: 60, height: 9)),
        ] {
            let picture = CIImage(color: color).cropped(to: CGRect(origin: .zero, size: size))
            try CIContext().writeRepresentation(of: picture, to: url(name), format: .RGBX8)
        }
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: command.path(name)) }

    private func run(_ arguments: String...) throws -> CommandProcess.Outcome {
        try command.run(["transition"] + arguments)
    }

    /// The mean colour of a file, encoded, 0 to 1.
    private func color(_ name: String, in part: CGRect? = nil) throws -> SIMD4<Float> {
        let image = try CIImage(loading: url(name))
        let frame = part ?? image.extent
        var pixels = [SIMD4<Float>](repeating: .zero, count: Int(frame.width * frame.height))
        try pixels.withUnsafeMutableBytes { buffer in
            try CIContext().renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: Int(frame.width) * 16, bounds: frame,
                format: .RGBAf, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        }
        return pixels.reduce(.zero, +) / Float(pixels.count)
    }

    private func isNear(_ color: SIMD4<Float>, _ other: SIMD4<Float>) -> Bool {
        (0..<4).allSatisfy { abs(color[$0] - other[$0]) < 0.01 }
    }

    @Test("A one-way transition goes from the first to the second picture, with linear or eased timing")
    func oneWay() {
        let even = TransitionTimeline(frameCount: 5).frames
        #expect(even.map(\.time) == [0, 0.25, 0.5, 0.75, 1])
        #expect(even.allSatisfy { !$0.isBack })
        let eased = TransitionTimeline(frameCount: 5, timing: .ease, loop: .again).frames.map(\.time)
        #expect(eased[0] == 0 && eased[4] == 1 && abs(eased[1] - (0.5 - 0.5 * 0.5.squareRoot())) < 1e-12)
    }

    /// Compares with listings 1-7 to 1-12 of the Core Image Programming Guide, as `TransitionListingTests` does: t runs
    /// from 0 to 2, the pictures are swapped at 1, and the filter's time is ½ (1 − cos π fmod(t, 1)).
    @Test("A loop there and back has the timing of the guide's timer-driven example", arguments: [2, 7, 30])
    func guideLoop(count: Int) {
        let frames = TransitionTimeline(frameCount: count, timing: .ease, loop: .back).frames
        #expect(frames.count == count)
        for (index, frame) in frames.enumerated() {
            let t = 2 * Double(index) / Double(count)
            #expect(frame.isBack == !(fmod(t, 2) < 1))
            #expect(abs(frame.time - 0.5 * (1 - cos(fmod(t, 1) * .pi))) < 1e-12)
        }
    }

    @Test("Into a folder: numbered pictures, the first and the last as they were")
    func folder() throws {
        let outcome = try run("a.png", "b.png", "-o", "frames/", "--filter", "dissolve", "--frames", "5")
        #expect(outcome.errors == "")
        #expect(outcome.code == 0)
        #expect(outcome.output == "frames/: 5 frames of 34 × 24 pixels\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: command.path("frames")).sorted()
        #expect(names == (1...5).map { "frame-000\($0).png" })
        #expect(isNear(try color("frames/frame-0001.png"), SIMD4(1, 0, 0, 1)))
        #expect(isNear(try color("frames/frame-0005.png"), SIMD4(0, 0, 1, 1)))
        // Half of each in linear light is 0.735 encoded.
        #expect(isNear(try color("frames/frame-0003.png"), SIMD4(0.735, 0, 0.735, 1)))
    }

    @Test("Into a GIF or a WebP, with settings; --json says what was written")
    func animation() throws {
        for name in ["copy.gif", "copy.webp"] {
            let outcome = try run(
                "a.png", "b.png", "-o", name, "--filter", "CICopyMachineTransition", "--frames", "6", "--delay", "0.1",
                "--loop", "back", "--timing", "ease", "--json", "--", "angle=0.5", "width=8")
            #expect(outcome.errors == "")
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
            #expect(object["filter"] as? String == "CICopyMachineTransition")
            #expect(object["frames"] as? Int == 6)
            #expect((object["files"] as? [String])?.count == 1)
            #expect(object["width"] as? Int == 34 && object["height"] as? Int == 24)
            #expect(abs((object["duration"] as? Double ?? 0) - 0.6) < 1e-9)
            #expect((object["seconds"] as? Double ?? 0) > 0)
            #expect(try CIImage(loading: url(name)).extent.size == CGSize(width: 34, height: 24))
            #expect(isNear(try color(name), SIMD4(1, 0, 0, 1)))
        }
    }

    @Test("A second picture of another size: a warning, and frames as large as the first")
    func sizes() throws {
        let outcome = try run("a.png", "wide.png", "-o", "sizes/", "--filter", "Dissolve", "--frames", "2")
        #expect(outcome.code == 0)
        #expect(
            outcome.errors
                == "coreimage: wide.png is 60 × 9 pixels large, a.png 34 × 24; frames show what lies over a.png\n")
        #expect(try CIImage(loading: url("sizes/frame-0002.png")).extent.size == CGSize(width: 34, height: 24))
        #expect(
            isNear(try color("sizes/frame-0002.png", in: CGRect(x: 2, y: 1, width: 30, height: 7)), SIMD4(0, 1, 0, 1)))
        #expect(isNear(try color("sizes/frame-0002.png", in: CGRect(x: 2, y: 11, width: 30, height: 9)), .zero))
    }

    @Test("The transition takes place over the first picture unless the settings say otherwise")
    func coordinates() throws {
        let common = ["a.png", "b.png", "--filter", "pagecurl", "--frames", "3"]
        #expect(try command.run(["transition"] + common + ["-o", "whole/"]).code == 0)
        #expect(
            try command.run(
                ["transition"] + common + ["-o", "set/", "--", "extent=0,0,34,24", "radius=100", "angle=0"]
            ).code == 0)
        let files = try ["whole", "set"].map { try Data(contentsOf: url($0 + "/frame-0002.png")) }
        #expect(files[0] == files[1])
    }

    @Test("Refusals name the remedy, and leave no file behind")
    func refusals() throws {
        let cases: [([String], Int32, String)] = [
            (["--filter", "SepiaTone"], 1, "CISepiaTone is not a transition; "),
            (["--filter", "SepiaTone"], 1, "coreimage filters --category transition"),
            (["--filter", "Disolve"], 1, "did you mean CIDissolveTransition?"),
            (["--filter", "Dissolve", "--", "time=0.5"], 1, "leave it out"),
            (["--filter", "CopyMachine", "--", "widht=3"], 1, "did you mean inputWidth?"),
            (["--filter", "Dissolve", "--", "time=0.5,", "SepiaTone"], 1, "coreimage apply"),
            (["--filter", "Dissolve", "--frames", "1"], 64, "--frames 1"),
            (["--filter", "Dissolve", "--fps", "5", "--delay", "1"], 64, "one of them"),
            (["--filter", "Dissolve", "--timing", "bounce"], 64, "linear"),
        ]
        for (arguments, code, text) in cases {
            let outcome = try command.run(["transition", "a.png", "b.png", "-o", "refused.gif"] + arguments)
            #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(text), "\(arguments): \(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: command.path("refused.gif")))
        }
        let name = try run("a.png", "b.png", "-o", "film.mp4", "--filter", "Dissolve")
        #expect(name.code == 64)
        #expect(name.errors.contains(".gif"))
        #expect(try run("a.png", "missing.png", "-o", "x.gif", "--filter", "Dissolve").errors.contains("missing.png"))
    }
}
