import CoreImage

/// A palette of six colours in two rows, two of them equal, and an exhaustive search for the nearest one.
struct PaletteFormula {
    /// The palette's pixels. Their alphas must have no effect.
    static let grid = PixelGrid(x: 5, y: -4, width: 3, height: 2) { x, y in
        let colors: [SIMD4<Float>] = [
            SIMD4(0.11, 0.07, 0.12, 1), SIMD4(0.91, 0.23, 0.13, 0.5), SIMD4(0.22, 0.81, 0.34, 0.25),
            SIMD4(0.11, 0.07, 0.12, 1),
            SIMD4(0.17, 0.21, 0.87, 0), SIMD4(0.94, 0.93, 0.82, 1),
        ]
        return colors[(x - 5) + (-3 - y) * 3]
    }

    /// The colours in reading order.
    static let colors = (0..<6).map { index in
        let pixel = grid[5 + index % 3, -3 - index / 3]
        return PlainColor(Double(pixel.x), Double(pixel.y), Double(pixel.z), 1)
    }

    /// The number of the nearest colour, the first of equals.
    static func nearest(to color: PlainColor, isPerceptual: Bool) -> Int {
        func place(_ color: PlainColor) -> SIMD3<Double> {
            if !isPerceptual { return SIMD3(color.red, color.green, color.blue) }
            let lab = LabFormula(color)
            return SIMD3(lab.l, lab.a, lab.b)
        }
        let squares = colors.map { entry in
            let difference = place(entry) - place(color)
            return (difference * difference).sum()
        }
        return squares.indices.min { squares[$0] < squares[$1] } ?? 0
    }
}
