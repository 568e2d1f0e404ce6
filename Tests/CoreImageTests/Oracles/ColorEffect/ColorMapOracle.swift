import CoreImage

extension FilterOracle {
    /// The luminance is a position in the bottom row of the gradient image, as a fraction of its width, as a picture of
    /// Core Image shows. Colours are interpolated between the centres of the columns.
    static let colorMap = colorOracle("CIColorMap", .published, settings: [["inputGradientImage": mapGradient.image]]) {
        color, _ in
        let light = min(max(color.weighted(0.2125, 0.7154, 0.0721), 0), 1)
        let place = min(max(5 * light - 0.5, 0), 4)
        let column = min(Int(place), 3)
        let (low, high) = (mapGradient[mapGradient.x + column, -2], mapGradient[mapGradient.x + column + 1, -2])
        let mixed = low + (high - low) * Float(place - Double(column))
        let (found, alpha) = (PlainColor(mixed), Double(mixed.w))
        return PlainColor(found.red, found.green, found.blue, alpha * color.alpha)
    }

    /// A gradient of five columns. Only the bottom row has their colours.
    private static let mapGradient = PixelGrid(x: 7, y: -2, width: 5, height: 3) { x, y in
        if y != -2 { return SIMD4(repeating: 1) }
        let alpha: Float = [1, 0.5, 1, 0, 0.75][x - 7]
        return SIMD4(Float(x - 7) / 4, Float((x * 3) % 5) / 4, Float((x * 2) % 5) / 4, 1) * alpha
    }
}
