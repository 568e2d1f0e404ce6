import Testing

extension FilterOracle {
    /// Core Image's formula isn't published. Here all components change by the same amount: the difference between the
    /// luminance and that of the surroundings, times the sharpness.
    static let sharpenLuminance = FilterOracle("CISharpenLuminance", .properties) {
        let settings: [(sharpness: Double, radius: Double)] = [(0.4, 1.69), (2, 1), (1, 5), (0, 3), (2, 0)]
        try expectSharper(
            "CISharpenLuminance", settings.map { ["inputSharpness": $0.sharpness, "inputRadius": $0.radius] }
        ) { color, soft, setting in
            let luminance = color.weighted(0.2126, 0.7152, 0.0722) - soft.weighted(0.2126, 0.7152, 0.0722)
            let more = setting.number("inputSharpness") * luminance
            return PlainColor(color.red + more, color.green + more, color.blue + more, color.alpha)
        }
    }
}
