import Foundation

extension GoodPicture {
    /// A valley in daylight, seen through an arch whose stones lie in the shade: bright and dark parts that are both
    /// meant to be seen.
    static let archway: GoodPicture = {
        let (width, height) = (192, 144)
        let colors = (0..<width * height).map { index in
            let (x, y) = ((Double(index % width) + 0.5) / Double(width), (Double(index / width) + 0.5) / Double(height))
            let inside = abs(x - 0.5) < 0.27 && (y < 0.55 || hypot((x - 0.5) / 0.27, (y - 0.55) / 0.3) < 1)
            return SIMD3<Float>(inside ? valley(x, y) : stone(x, y))
        }
        return GoodPicture("archway", width: width, height: height, colors: colors)
    }()

    /// Sky with clouds over hills, the farther the bluer, and a field with flowers.
    private static func valley(_ x: Double, _ y: Double) -> SIMD3<Double> {
        if hypot((x - 0.42) / 2, y - 0.7) < 0.06 || hypot((x - 0.6) / 2, y - 0.62) < 0.04 {
            return SIMD3(0.9, 0.9, 0.92)
        }
        if y > 0.5 + 0.05 * sin(9 * x) { return SIMD3(0.45, 0.62, 0.95) + SIMD3(0.4, 0.28, 0.03) * (1 - y) }
        if y > 0.36 + 0.04 * sin(14 * x + 1) { return SIMD3(0.18, 0.26, 0.3) * (0.8 + 0.4 * sin(60 * x + 20 * y)) }
        let grass = SIMD3(0.16, 0.3, 0.05) * (0.75 + 0.5 * sin(70 * x + 9 * sin(40 * y)) * sin(90 * y))
        return sin(37 * x + 5 * y) * sin(53 * y) > 0.92 ? SIMD3(0.8, 0.1, 0.1) : grass
    }

    /// Courses of stone, gray and brown, with joints.
    private static func stone(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let row = (y * 12).rounded(.down)
        let along = x * 8 + (row.truncatingRemainder(dividingBy: 2)) * 0.5
        let tone = 0.024 + 0.012 * sin(7 * row + 13 * along.rounded(.down)) + 0.004 * sin(300 * x) * sin(280 * y)
        let joint = abs(along - along.rounded()) < 0.04 || abs(y * 12 - (y * 12).rounded()) < 0.06
        return SIMD3(1.05, 1, 0.94) * (joint ? 0.5 * tone : tone)
    }
}
