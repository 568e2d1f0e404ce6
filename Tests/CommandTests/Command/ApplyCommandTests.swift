import CoreImage
import Foundation
import Testing

/// Tests of `coreimage apply` with orientation metadata and with results that are too large.
@Suite("Command: apply")
struct ApplyCommandTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func url(_ path: String) -> URL { command.folder.appendingPathComponent(path) }

    private func apply(_ arguments: String...) throws -> CommandProcess.Outcome {
        try command.run(["apply"] + arguments)
    }

    /// 64 × 32 pixels as stored, dark on the left, to be shown turned by a quarter clockwise.
    private func writeTurned(as path: String) throws {
        let dark = CIImage(color: .black).cropped(to: CGRect(x: 0, y: 0, width: 32, height: 32))
        let light = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 64, height: 32))
        let picture = dark.composited(over: light).settingProperties([kCGImagePropertyOrientation: 6])
        try CIContext().writeRepresentation(of: picture, to: url(path), format: .RGBX8)
    }

    @Test("an upright picture stays upright in every file format", arguments: ["png", "gif", "jpg"])
    func orientation(ending: String) throws {
        try writeTurned(as: "in.jpg")
        #expect(try apply("in.jpg", "-o", "out.\(ending)", "--", "ColorInvert").code == 0)
        let shown = try CIImage(loading: url("out.\(ending)"), options: [.applyOrientationProperty: true])
        #expect(shown.extent == CGRect(x: 0, y: 0, width: 32, height: 64))
        let stored = try CIImage(loading: url("out.\(ending)"))
        #expect(stored.extent.width == (ending == "jpg" ? 64 : 32))
    }

    @Test("--upright applies the orientation before the filters") func upright() throws {
        try writeTurned(as: "in.jpg")
        let words = ["Crop", "rectangle=0,0,32,16"]
        #expect(try command.run(["apply", "in.jpg", "--upright", "-o", "out.jpg", "--"] + words).code == 0)
        let cropped = try CIImage(loading: url("out.jpg"))
        #expect(cropped.extent == CGRect(x: 0, y: 0, width: 32, height: 16))
        // The dark half is above when the picture is upright.
        let average = cropped.applyingFilter(
            "CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: cropped.extent)])
        var pixel = [UInt8](repeating: 0, count: 4)
        CIContext().render(
            average, toBitmap: &pixel, rowBytes: 4, bounds: average.extent, format: .RGBA8,
            colorSpace: CGColorSpaceCreateDeviceRGB())
        #expect(pixel[0] > 250)
    }

    @Test("a result of billions of pixels is refused with its size, and can be allowed") func size() throws {
        try writeTurned(as: "in.jpg")
        let outcome = try apply("in.jpg", "-o", "out.png", "--", "GaussianBlur", "radius=1e9")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("over the limit of 4 gigapixels") && outcome.errors.contains("--pixel-limit"))
        let small = try apply(
            "in.jpg", "-o", "out.png", "--pixel-limit", "2100", "--", "LanczosScaleTransform", "scale=2")
        #expect(small.code == 1 && small.errors.contains("128 × 64 pixels"))
        let allowed = try apply(
            "in.jpg", "-o", "out.png", "--pixel-limit", "8192", "--", "LanczosScaleTransform", "scale=2")
        #expect(allowed.code == 0)
    }

    @Test(
        "mistakes in a filter chain are named",
        arguments: [
            (["SepiaTone", "intensity=nan"], "ntensity=nan: write a number"),
            (["SepiaTone", "intensity=1", "intensity=0"], "given twice"),
            (["SepiaTone,", ",", "ColorInvert"], "no filter stands between the commas"),
            (["SepiaTon"], "did you mean CISepiaTone?"),
        ])
    func slips(words: [String], expected: String) throws {
        try writeTurned(as: "in.jpg")
        let outcome = try command.run(["apply", "in.jpg", "-o", "out.png", "--"] + words)
        #expect(outcome.code != 0 && outcome.errors.contains(expected))
        #expect(!FileManager.default.fileExists(atPath: command.path("out.png")))
    }

    @Test("filter names separated by a comma without a space are a chain") func names() throws {
        try writeTurned(as: "in.jpg")
        #expect(try apply("in.jpg", "-o", "out.png", "--", "ColorInvert,SepiaTone").code == 0)
    }
}
