import CoreImage

extension FilterOracle {
    /// The product with the colour in linear light, as a published picture confirms.
    static let whitePointAdjust = colorOracle(
        "CIWhitePointAdjust",
        settings: [(1.0, 1.0, 1.0, 1.0), (0.9, 0.5, 0.2, 1), (0, 1, 0.5, 0.3)].map {
            [kCIInputColorKey: CIColor(red: $0.0, green: $0.1, blue: $0.2, alpha: $0.3)]
        }
    ) { color, setting in
        let white = setting[kCIInputColorKey] as? CIColor ?? .clear
        return PlainColor(
            color.red * Double(linearFromSRGB(white.red)), color.green * Double(linearFromSRGB(white.green)),
            color.blue * Double(linearFromSRGB(white.blue)), color.alpha)
    }
}
