import CoreImage

extension FilterOracle {
    /// Hard stripes as a published render shows them, with colour 1 to the right of the centre. Soft stripes change
    /// linearly at the edges.
    static let stripesGenerator = pixelOracle(
        "CIStripesGenerator", settings: twoColorSettings(), in: CGRect(x: -14, y: -2, width: 31, height: 3)
    ) { setting, point in
        let wave = Float(
            wave(
                point.x - setting.point(kCIInputCenterKey).x, width: abs(setting.number(kCIInputWidthKey)),
                sharpness: setting.number(kCIInputSharpnessKey)))
        return (setting.pixel("inputColor0") * (1 - wave) + setting.pixel("inputColor1") * (1 + wave)) / 2
    }
}
