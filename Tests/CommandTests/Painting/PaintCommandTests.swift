import CoreImage
import TestSupport
import Testing

/// Tests of `coreimage paint` with files of strokes.
@Suite("coreimage paint")
struct PaintCommandTests {
    private func paint(_ script: String, _ extra: String...) throws -> (
        outcome: CommandProcess.Outcome, picture: CIImage?
    ) {
        let command = try CommandProcess()
        try script.write(toFile: command.path("strokes.json"), atomically: true, encoding: .utf8)
        let outcome = try command.run(["paint", command.path("strokes.json"), "-o", command.path("out.png")] + extra)
        guard outcome.code == 0 else { return (outcome, nil) }
        let data = try Data(contentsOf: URL(fileURLWithPath: command.path("out.png")))
        return (outcome, CIImage(data: data))
    }

    private func gray(_ image: CIImage, _ x: Int, _ y: Int) throws -> Int {
        var pixel = [UInt8](repeating: 0, count: 4)
        try CIContext().renderBitmap(
            image, to: &pixel, rowBytes: 4, bounds: CGRect(x: x, y: y, width: 1, height: 1), format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        return Int(pixel[0])
    }

    @Test("dabs have the brush's radial gradient and are composited in order")
    func dabs() throws {
        let (outcome, picture) = try paint(
            #"{"size": [60, 40], "strokes": [{"radius": 10, "points": [[20, 20], [24, 20]], "spacing": 0}]}"#, "--json")
        #expect(outcome.output.contains(#""dabs" : 2"#), "\(outcome.output)")
        let image = try #require(picture)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 60, height: 40))
        for (x, y) in [(20, 20), (26, 20), (22, 25), (29, 20), (50, 5)] {
            // Black dabs over white, in linear light. The opacity of a dab falls with the distance from its centre.
            let light = [20.0, 24.0].reduce(1.0) { light, middle in
                light * min(hypot(Double(x) + 0.5 - middle, Double(y) + 0.5 - 20) / 10, 1)
            }
            let encoded = SRGBFormula.encoded(light)
            #expect(abs(try gray(image, x, y) - Int((encoded * 255).rounded())) <= 1, "\(x), \(y)")
        }
    }

    @Test("a stroke between two points leaves no gap")
    func stroke() throws {
        let image = try #require(
            try paint(#"{"size": [100, 20], "strokes": [{"radius": 6, "points": [[10, 10], [90, 10]]}]}"#).picture)
        for x in 10..<90 { #expect(try gray(image, x, 10) < 120, "\(x)") }
        #expect(try gray(image, 50, 18) == 255)
    }

    @Test(
        "what is wrong in the file is named",
        arguments: [
            (
                #"{"size": [10, 10], "strokes": [{"raduis": 3, "points": []}]}"#,
                "strokes[0].raduis: there is no such key"
            ),
            (#"{"size": [10], "strokes": []}"#, "size: a size is two whole numbers"),
            (#"{"size": [10, 10]}"#, "strokes: the key is missing"),
            (#"{"strokes": []}"#, "size: the key is missing"),
            (#"{"size": [10, 10], "strokes": [{"color": [1, 2], "points": []}]}"#, "a colour is"),
            (#"{"size": [10, 10], "strokes": [{"radius": -1, "points": []}]}"#, "a radius is more than 0"),
            (#"{"size": [10, 10], "strokes": [{"points": [[1, 1e300]]}]}"#, "a point is two numbers"),
            ("[", "strokes.json: "),
        ])
    func refusals(script: String, words: String) throws {
        let outcome = try paint(script).outcome
        #expect(
            outcome.code == 1 && outcome.errors.contains("strokes.json") && outcome.errors.contains(words),
            "\(outcome.errors)")
    }
}
