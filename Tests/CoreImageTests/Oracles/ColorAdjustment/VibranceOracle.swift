import CoreImage

extension FilterOracle {
    /// The project's own formula, as none is published: `vibranceCharacter` in `ColorAdjustmentTests` pins the
    /// documented behaviour.
    static let vibrance = color(
        "CIVibrance", .properties, settings: [-1, -0.5, 0, 0.6, 1].map { [kCIInputAmountKey: $0] }
    ) { color, setting in
        let components = [color.red, color.green, color.blue]
        let (least, most) = (components.min() ?? 0, components.max() ?? 0)
        let saturation = most > 0 ? min(max((most - least) / most, 0), 1) : 1
        var skin = 0.0
        if color.red > color.green, color.green > color.blue {
            let h = (color.green - color.blue) / (color.red - color.blue)
            skin = 4 * h * (1 - h)
        }
        let gain = 1 + setting.number(kCIInputAmountKey) * (1 - saturation) * (1 - skin / 2)
        return color.gray(color.weighted(0.2126, 0.7152, 0.0722)).mixed(with: color, gain)
    }
}
