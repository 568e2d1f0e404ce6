import CoreImage
import Testing

extension FilterOracle {
    private static let monochromeFormula = color(
        "CIColorMonochrome", .properties,
        settings: [
            [:], ["inputIntensity": 0.0],
            ["inputIntensity": 0.4, "inputColor": CIColor(red: 0.2, green: 1, blue: 0.6)],
            ["inputColor": CIColor(red: 1, green: 1, blue: 1, alpha: 0.5)],
        ]
    ) { color, setting in
        let tint = setting["inputColor"] as? CIColor ?? CIColor(red: 0.6, green: 0.45, blue: 0.3)
        let luminance = color.weighted(0.2125, 0.7154, 0.0721)
        let shade = PlainColor(
            luminance * Double(linear(tint.red)), luminance * Double(linear(tint.green)),
            luminance * Double(linear(tint.blue)), color.alpha)
        return color.mixed(with: shade, setting.isEmpty ? 1 : setting["inputIntensity"] as? Double ?? 1)
    }

    /// The documented behaviour, for which the project chose the formula: shades of one colour, from black to itself;
    /// and the formula.
    static let colorMonochrome = FilterOracle("CIColorMonochrome", .properties) {
        try monochromeFormula.check()
        let grid = PixelGrid.colorful(x: -1, y: 2, width: 8, height: 6)
        let tint = CIColor(red: 0.9, green: 0.5, blue: 0.3)
        let result = try PixelGrid(
            rendering: grid.image.applyingFilter("CIColorMonochrome", parameters: ["inputColor": tint]), in: grid.bounds
        )
        let ratio = linear(0.5) / linear(0.9)
        for y in 2..<8 {
            for x in -1..<7 {
                let pixel = result[x, y]
                #expect(abs(pixel.y - pixel.x * ratio) < 1e-5 && pixel.w == grid[x, y].w, "not a shade of the colour")
            }
        }
        let white = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(repeating: 1) }
        try expect(
            white.image.applyingFilter("CIColorMonochrome", parameters: ["inputColor": tint]), in: white.bounds
        ) { _, _ in SIMD4(linear(0.9), linear(0.5), linear(0.3), 1) }
    }
}
