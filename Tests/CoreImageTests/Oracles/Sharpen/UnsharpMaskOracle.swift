import Testing

extension FilterOracle {
    /// Core Image's formula isn't published. This is the usual one, on unpremultiplied colour and with no effect at the
    /// picture's edges.
    static let unsharpMask = FilterOracle("CIUnsharpMask", .properties) {
        let settings: [(radius: Double, intensity: Double)] = [(2.5, 0.5), (1, 2), (6, 1), (3, 0), (0, 3)]
        try expectSharper("CIUnsharpMask", settings.map { ["inputRadius": $0.radius, "inputIntensity": $0.intensity] })
        {
            color, soft, setting in
            let strength = setting.number("inputIntensity")
            return PlainColor(
                color.red + strength * (color.red - soft.red), color.green + strength * (color.green - soft.green),
                color.blue + strength * (color.blue - soft.blue), color.alpha)
        }
    }
}
