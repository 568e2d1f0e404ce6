import CoreImage

extension FilterOracle {
    /// The formula that others measured: saturation around luminance, contrast around ½, then brightness.
    static let colorControls = colorOracle(
        "CIColorControls",
        settings: [(1.0, 0.0, 1.0), (0, 0, 1), (1.7, 0.2, 1), (1, -0.4, 2.5), (0.5, 0.1, 0.3), (2, 0, 4)].map {
            [kCIInputSaturationKey: $0.0, kCIInputBrightnessKey: $0.1, kCIInputContrastKey: $0.2]
        }
    ) { color, setting in
        let luminance = color.weighted(0.2125, 0.7154, 0.0721)
        return color.gray(luminance).mixed(with: color, setting.number(kCIInputSaturationKey)).mapping {
            ($0 - 0.5) * setting.number(kCIInputContrastKey) + 0.5 + setting.number(kCIInputBrightnessKey)
        }
    }
}
