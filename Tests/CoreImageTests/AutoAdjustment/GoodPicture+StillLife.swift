import Foundation

extension GoodPicture {
    /// Balls in front of a wall, in soft light from the upper left. Their colours range from black to white and from
    /// gray to saturated.
    static let stillLife: GoodPicture = {
        let (width, height) = (192, 144)
        let balls = (0..<24).map { index -> Ball in
            let (column, row) = (index % 6, index / 6)
            return Ball(
                x: 18 + 31.0 * Double(column) + Double(row % 2) * 6, y: 20 + 34 * Double(row),
                radius: 12 + Double((index * 5) % 6),
                color: paints[(index * 7) % paints.count])
        }
        let colors = (0..<width * height).map { index in
            let (x, y) = (Double(index % width), Double(index / width))
            // Light decreases to the right. The table's edge is at y = 46.
            let light = 1 - 0.55 * x / Double(width)
            var color =
                (y < 46 ? SIMD3(0.24, 0.15, 0.08) : SIMD3(0.38, 0.41, 0.46)) * light
                * (0.75 + 0.25 * y / Double(height))
            for ball in balls {
                if let shaded = ball.color(x, y, light: light) { color = shaded } else { color *= ball.shadow(x, y) }
            }
            return SIMD3<Float>(color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1)))
        }
        return GoodPicture("still life", width: width, height: height, colors: colors)
    }()

    /// Reflectances, linear.
    private static let paints: [SIMD3<Double>] = [
        SIMD3(0.86, 0.86, 0.86), SIMD3(0.45, 0.05, 0.04), SIMD3(0.18, 0.18, 0.18), SIMD3(0.75, 0.5, 0.06),
        SIMD3(0.06, 0.25, 0.08), SIMD3(0.02, 0.02, 0.02), SIMD3(0.05, 0.1, 0.4), SIMD3(0.55, 0.3, 0.2),
        SIMD3(0.4, 0.4, 0.4), SIMD3(0.1, 0.3, 0.35), SIMD3(0.35, 0.12, 0.3), SIMD3(0.2, 0.14, 0.09),
    ]

    private struct Ball {
        let x: Double
        let y: Double
        let radius: Double
        let color: SIMD3<Double>

        /// Lambert's law with light from all around, and a highlight; nil beside the ball.
        func color(_ column: Double, _ row: Double, light: Double) -> SIMD3<Double>? {
            let (u, v) = ((column - x) / radius, (row - y) / radius)
            let square = u * u + v * v
            if square >= 1 { return nil }
            let facing = max((-0.5 * u + 0.6 * v + 0.62 * (1 - square).squareRoot()), 0)
            let highlight = pow(max(-0.3 * u + 0.36 * v + 0.88 * (1 - square).squareRoot(), 0), 40)
            return (color * (0.06 + 0.95 * facing) + SIMD3(repeating: 0.5 * highlight)) * light
        }

        /// How much light the wall behind the ball gets.
        func shadow(_ column: Double, _ row: Double) -> Double {
            let distance = hypot(column - x - 0.4 * radius, row - y + 0.5 * radius) / radius
            return distance < 1.3 ? 0.25 + 0.75 * max(distance - 0.6, 0) / 0.7 : 1
        }
    }
}
