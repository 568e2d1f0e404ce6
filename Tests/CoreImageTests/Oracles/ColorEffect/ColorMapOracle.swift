import CoreImage

extension FilterOracle {
    /// Rec. 709's luminance picks a place in the middle row of the gradient image.
    static let colorMap = color("CIColorMap", settings: [["inputGradientImage": mapGradient.image]]) { color, _ in
        let place = min(max(color.weighted(0.2126, 0.7152, 0.0722), 0), 1) * 4
        let column = min(Int(place), 3)
        let (low, high) = (mapGradient[mapGradient.x + column, -1], mapGradient[mapGradient.x + column + 1, -1])
        let mixed = low + (high - low) * Float(place - Double(column))
        let (found, alpha) = (PlainColor(mixed), Double(mixed.w))
        return PlainColor(found.red, found.green, found.blue, alpha * color.alpha)
    }

    /// Five columns; only the row in the middle has their colours.
    private static let mapGradient = PixelGrid(x: 7, y: -2, width: 5, height: 3) { x, y in
        if y != -1 { return SIMD4(repeating: 1) }
        let alpha: Float = [1, 0.5, 1, 0, 0.75][x - 7]
        return SIMD4(Float(x - 7) / 4, Float((x * 3) % 5) / 4, Float((x * 2) % 5) / 4, 1) * alpha
    }
}
