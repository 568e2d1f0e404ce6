import CoreImage
import Testing

extension FilterOracle {
    /// Glyphs depend on the installed fonts, so only properties are checked: the picture is black, its coverage is that
    /// of text, and its size follows the inputs.
    static let textImageGenerator = FilterOracle("CITextImageGenerator", .properties) {
        func text(_ text: String, _ inputs: [String: Any] = [:]) throws -> TextPixels {
            try TextPixels("CITextImageGenerator", ["inputText": text].merging(inputs) { $1 })
        }
        let hello = try text("Hello world", ["inputFontSize": 40])
        #expect(hello.isBlack && (0.08...0.4).contains(hello.coverage), "\(hello.coverage)")
        // A published render is 201.5 × 47 points; no font that resembles Helvetica is far from that.
        #expect(
            (150...260).contains(hello.width) && (38...56).contains(hello.height), "\(hello.width) × \(hello.height)")
        let double = try text("Hello world", ["inputFontSize": 40, "inputScaleFactor": 2])
        #expect(abs(double.width - 2 * hello.width) <= 2 && abs(double.height - 2 * hello.height) <= 2)
        #expect(abs(double.coverage - hello.coverage) < 0.02)
        let large = try text("Hello world", ["inputFontSize": 80])
        #expect((large.width, large.height) == (double.width, double.height) && large.pixels == double.pixels)
        let padded = try text("Hello world", ["inputFontSize": 40, "inputPadding": 7])
        #expect((padded.width, padded.height) == (hello.width + 14, hello.height + 14))
        #expect(padded.part(inset: 7) == hello.pixels && abs(padded.ink - hello.ink) < 0.001 * hello.ink)
        #expect(try text("Hello worlds", ["inputFontSize": 40]).width > hello.width)
        let lines = try text("Hello world\nHello world", ["inputFontSize": 40])
        #expect(lines.width == hello.width && abs(lines.height - 2 * hello.height) <= 1)
        #expect(abs(lines.ink - 2 * hello.ink) < 0.02 * hello.ink)
        #expect(
            try text("Hello world", ["inputFontSize": 40, "inputFontName": "Helvetica-Bold"]).ink > 1.2 * hello.ink)
        // The stems of glyphs cover some pixels completely.
        #expect(hello.pixels.contains { $0.w == 1 })
    }
}
