import CoreImage
import Testing

extension FilterOracle {
    /// The reference's definition with the weights of luminance that Core Image's saturation uses.
    static let falseColor = FilterOracle("CIFalseColor", .formula) {
        let settings: [[String: Any]] = [
            [
                "inputColor0": CIColor(red: 0.3, green: 0, blue: 0),
                "inputColor1": CIColor(red: 1, green: 0.9, blue: 0.8),
            ],
            ["inputColor0": CIColor(red: 0, green: 0, blue: 0), "inputColor1": CIColor(red: 1, green: 1, blue: 1)],
            [
                "inputColor0": CIColor(red: 0.1, green: 0.7, blue: 0.4, alpha: 0.25),
                "inputColor1": CIColor(red: 0.9, green: 0.2, blue: 1, alpha: 0.75),
            ],
        ]
        let grid = PixelGrid.colorful(x: -3, y: 5, width: 9, height: 8)
        for setting in settings {
            let (dark, light) = (setting.pixel("inputColor0"), setting.pixel("inputColor1"))
            let image = grid.image.applyingFilter("CIFalseColor", parameters: setting)
            guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
            try expect(image, in: grid.bounds) { x, y in
                let color = PlainColor(grid[x, y])
                let luminance = Float(color.weighted(0.2125, 0.7154, 0.0721))
                var mixed = dark + (light - dark) * luminance
                mixed.w = min(max(mixed.w, 0), 1)
                return mixed * Float(color.alpha)
            }
        }
    }
}
