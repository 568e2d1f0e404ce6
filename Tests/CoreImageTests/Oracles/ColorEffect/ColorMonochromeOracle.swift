import CoreImage
import Testing

extension FilterOracle {
    private static let monochromeFormula = colorOracle(
        "CIColorMonochrome", .published,
        settings: [
            [:], ["inputIntensity": 0.0],
            ["inputIntensity": 0.4, "inputColor": CIColor(red: 0.2, green: 1, blue: 0.6)],
            ["inputColor": CIColor(red: 1, green: 1, blue: 1, alpha: 0.5)],
        ]
    ) { color, setting in
        let tint = setting["inputColor"] as? CIColor ?? CIColor(red: 0.6, green: 0.45, blue: 0.3)
        let luminance = color.weighted(0.2125, 0.7154, 0.0721)
        func part(_ component: CGFloat) -> Double {
            let c = Double(linearFromSRGB(component))
            return luminance <= 0.5 ? 2 * luminance * c : c + (1 - c) * (2 * luminance - 1)
        }
        let shade = PlainColor(part(tint.red), part(tint.green), part(tint.blue), color.alpha)
        return color.mixed(with: shade, setting.isEmpty ? 1 : setting["inputIntensity"] as? Double ?? 1)
    }

    /// A formula fitted to pictures of Core Image, and three colours of it: black for black, the tint for half the
    /// light of white, and white for white.
    static let colorMonochrome = FilterOracle("CIColorMonochrome", .published) {
        try monochromeFormula.check()
        let tint = CIColor(red: 0.9, green: 0.5, blue: 0.3)
        let greys = PixelGrid(width: 3, height: 1) { x, _ in SIMD4(SIMD3(repeating: [0, 0.5, 1][x]), 1) }
        try expect(
            greys.image.applyingFilter("CIColorMonochrome", parameters: ["inputColor": tint]), in: greys.bounds
        ) { x, _ in
            [
                SIMD4(0, 0, 0, 1), SIMD4(linearFromSRGB(0.9), linearFromSRGB(0.5), linearFromSRGB(0.3), 1),
                SIMD4(repeating: 1),
            ][x]
        }
    }
}
