import CoreImage
import Foundation
import Testing

/// Follows the steps of the page `WritingAnImageUnit` and checks their results.
@Suite("The tutorial for units")
struct TutorialTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    /// A picture's pixels: linear, premultiplied.
    private func pixels(_ name: String) throws -> [SIMD4<Float>] {
        let image = try CIImage(loading: URL(fileURLWithPath: command.path(name)))
        var pixels = [SIMD4<Float>](repeating: .zero, count: Int(image.extent.width * image.extent.height))
        try pixels.withUnsafeMutableBytes { buffer in
            try CIContext().renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: Int(image.extent.width) * 16,
                bounds: image.extent, format: .RGBAf, colorSpace: CGColorSpace(name: CGColorSpace.linearSRGB))
        }
        return pixels
    }

    private func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
        let t = min(max((value - low) / (high - low), 0), 1)
        return t * t * (3 - 2 * t)
    }

    @Test("Every command succeeds and prints what the page shows; the pictures are as the page says")
    func everyStep() throws {
        let tutorial = try Tutorial.article("WritingAnImageUnit")
        try #require(tutorial.steps.count > 10)
        try tutorial.follow(in: command, replacesFiles: true)

        // The page describes each picture. 8-bit sRGB has an error of less than 0.01 in linear light.
        let (picture, first, second) = (try pixels("picture.png"), try pixels("first.png"), try pixels("second.png"))
        #expect(first.allSatisfy { $0.y < 0.001 && $0.z < 0.001 })
        #expect(first.contains { $0.x > 0.3 })
        var (darkest, lightest, wrong) = (0, 0, 0)
        for (before, after) in zip(picture, second) where before.w > 0 {
            let color = before / before.w
            let light = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
            let red = SIMD4(light * before.w, 0, 0, before.w)
            let expected = before + (red - before) * smoothstep(0.1, 0.5, light)
            if !(0..<4).allSatisfy({ abs(after[$0] - expected[$0]) < 0.01 }) { wrong += 1 }
            if light < 0.1 { darkest += 1 }
            if light > 0.5 { lightest += 1 }
        }
        #expect(wrong == 0)
        #expect(darkest > 100 && lightest > 100, "the scene has dark and light parts")
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: command.path("third.png")))
                == Data(contentsOf: URL(fileURLWithPath: command.path("second.png"))))
    }

    @Test("Blocks are read as commands with their output, and as files")
    func blocks() {
        let page = "a\n```console\n$ one\nout\nmore\n$ two\n```\n```swift\n$ no\n```\n```file:a/b\nx\n\ny\n```\n"
        #expect(
            Tutorial(page).steps == [
                .run("one", output: ["out", "more"]), .run("two", output: []), .write("a/b", text: "x\n\ny\n"),
            ])
    }
}
