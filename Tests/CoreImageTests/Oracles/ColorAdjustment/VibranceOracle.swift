import CoreImage

extension FilterOracle {
    /// A formula fitted to a picture of Core Image at an amount of −1, which `SampleRenderTests` compares with if it is
    /// available. The formula for positive amounts is this project's.
    static let vibrance = colorOracle(
        "CIVibrance", .published, settings: [-1, -0.5, 0, 0.6, 1].map { [kCIInputAmountKey: $0] }
    ) { color, setting in
        let amount = setting.number(kCIInputAmountKey)
        let components = [color.red, color.green, color.blue]
        let (least, most) = (components.min() ?? 0, components.max() ?? 0)
        let grey = components.reduce(0, +) / 3
        var (distance, skin) = (1.0, 0.0)
        if grey > 0, grey < 1 {
            // How far the colour is from gray, relative to the distance where red, green or blue reach 0 or 1.
            distance = min(max((most - grey) / (1 - grey), 1 - least / grey), 1)
            let orange = min(color.red - color.green, 2 * color.green - color.blue)
            skin = min(max(4 * orange / grey * (1 - most) / (1 - grey), 0), 1)
            if most > 1 { skin = 0 }
        }
        let reach = amount < 0 ? 1 - distance * (1 - distance) : 1 - distance
        return color.gray(grey).mixed(with: color, 1 + amount * reach * (0.15 * skin + 0.85 * (1 - skin)))
    }
}
