import CoreImage

extension FilterOracle {
    /// Hard squares as a published render shows them, with colour 0 above and to the right of the centre. Soft squares
    /// are the product of both axes' waves.
    static let checkerboardGenerator = pixelOracle(
        "CICheckerboardGenerator", settings: twoColorSettings(), in: CGRect(x: -14, y: -11, width: 31, height: 29)
    ) { setting, point in
        let (center, width) = (setting.point(kCIInputCenterKey), abs(setting.number(kCIInputWidthKey)))
        let sharpness = setting.number(kCIInputSharpnessKey)
        let wave = Float(
            wave(point.x - center.x, width: width, sharpness: sharpness)
                * wave(point.y - center.y, width: width, sharpness: sharpness))
        return (setting.pixel("inputColor0") * (1 + wave) + setting.pixel("inputColor1") * (1 - wave)) / 2
    }
}
