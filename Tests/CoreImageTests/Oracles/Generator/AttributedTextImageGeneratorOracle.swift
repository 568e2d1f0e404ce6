import CoreImage
import Testing

extension FilterOracle {
    /// Without attributes, the picture equals that of the plain text at 12 points. Each attribute must have its effect.
    static let attributedTextImageGenerator = FilterOracle("CIAttributedTextImageGenerator", .properties) {
        func text(_ string: NSAttributedString, _ inputs: [String: Any] = [:]) throws -> TextPixels {
            try TextPixels("CIAttributedTextImageGenerator", ["inputText": string].merging(inputs) { $1 })
        }
        func text(_ attributes: [NSAttributedString.Key: Any]) throws -> TextPixels {
            try text(NSAttributedString(string: "Hamburg", attributes: attributes), ["inputScaleFactor": 2])
        }
        let plain = try TextPixels("CITextImageGenerator", ["inputText": "Hamburg", "inputScaleFactor": 2])
        let bare = try text([:])
        #expect(bare.pixels == plain.pixels && bare.isBlack)

        let large = try text([.font: "HelveticaNeue 24"])
        #expect(abs(large.width - 2 * bare.width) <= 2 && abs(large.height - 2 * bare.height) <= 2)
        #expect(try text([.font: "Helvetica-Bold"]).ink > 1.15 * bare.ink)
        #expect(
            try text([.font: "Helvetica Oblique 12"]).pixels == text([.obliqueness: 0.2, .font: "Helvetica"]).pixels)
        // Kerning widens seven letters by their six distances, at two pixels each.
        #expect(abs(try text([.kern: 1]).width - bare.width - 12) <= 1)
        let red = try text([.foregroundColor: CIColor(red: 1, green: 0, blue: 0)])
        #expect(zip(red.pixels, bare.pixels).allSatisfy { isClose($0, SIMD4($1.w, 0, 0, $1.w)) })
        let pale = try text([.foregroundColor: CIColor(red: 0, green: 0, blue: 0, alpha: 0.5)])
        #expect(zip(pale.pixels, bare.pixels).allSatisfy { abs($0.w - $1.w / 2) < 0.01 })
        let lit = try text([.backgroundColor: CIColor(red: 0, green: 0, blue: 1)])
        #expect(
            lit.part(inset: 2).allSatisfy { $0.w == 1 } && lit.pixels.contains { $0.z == 1 }
                && lit.pixels.contains { $0.z < 0.1 })
        for (key, value) in [
            (NSAttributedString.Key.underlineStyle, 1), (.underlineStyle, 9), (.strikethroughStyle, 1),
        ] {
            let lined = try text([key: value])
            #expect(lined.ink > bare.ink + Float(bare.width) / 2, "\(key)")
        }
        #expect(try text([.underlineStyle: 9]).ink > text([.underlineStyle: 1]).ink + Float(bare.width) / 2)

        let mixed = NSMutableAttributedString(
            string: "ab", attributes: [.foregroundColor: CIColor(red: 1, green: 0, blue: 0)])
        mixed.append(
            NSAttributedString(string: "cd", attributes: [.foregroundColor: CIColor(red: 0, green: 1, blue: 0)]))
        let colored = try text(mixed, ["inputScaleFactor": 4])
        let columns = (0..<colored.width).map { column in
            stride(from: column, to: colored.pixels.count, by: colored.width).reduce(SIMD4<Float>.zero) {
                $0 + colored.pixels[$1]
            }
        }
        let lastRed = columns.lastIndex { $0.x > 0.5 } ?? 0
        let firstGreen = columns.firstIndex { $0.y > 0.5 } ?? 0
        #expect(lastRed <= firstGreen + 1 && lastRed > colored.width / 3 && firstGreen < colored.width * 2 / 3)
    }
}
