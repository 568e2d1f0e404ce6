import CoreImage

extension FilterOracle {
    /// The smooth step of the distance between two premultiplied linear colours that a picture of Core Image shows.
    static let gaussianGradient = pixelOracle(
        "CIGaussianGradient", .published,
        settings: [12, 20, 150].map { radius in
            [
                "inputCenter": CIVector(x: 0.5, y: 2), "inputRadius": Double(radius),
                "inputColor0": CIColor(red: 0.9, green: 0.2, blue: 0),
                "inputColor1": CIColor(red: 0, green: 0.5, blue: 1, alpha: 0.25),
            ]
        }, in: CGRect(x: -20, y: -20, width: 41, height: 41)
    ) { setting, point in
        let center = setting.point("inputCenter")
        let (dx, dy) = (point.x - center.x, point.y - center.y)
        let place = min((dx * dx + dy * dy).squareRoot() / setting.number("inputRadius"), 1)
        let share = Float(3 * place * place - 2 * place * place * place)
        return setting.pixel("inputColor0") * (1 - share) + setting.pixel("inputColor1") * share
    }
}
