import Foundation

/// A colour cube in double precision: its data for filters, and what it makes of a colour.
struct ColorCubeEntries: Sendable {
    let size: Int
    /// Premultiplied colours, red fastest.
    private let entries: [SIMD4<Double>]

    /// Creates a cube from a formula.
    init(_ size: Int, _ entry: (_ red: Double, _ green: Double, _ blue: Double) -> SIMD4<Double>) {
        self.size = size
        let step = 1 / Double(size - 1)
        var entries: [SIMD4<Double>] = []
        for blue in 0..<size {
            for green in 0..<size {
                for red in 0..<size {
                    entries.append(entry(Double(red) * step, Double(green) * step, Double(blue) * step))
                }
            }
        }
        self.entries = entries
    }

    /// The entries in the filters' format.
    var data: Data {
        let numbers = entries.flatMap { entry in (0..<4).map { Float(entry[$0]) } }
        return numbers.withUnsafeBytes { Data($0) }
    }

    /// Inputs of the filters with one cube.
    func setting(extrapolate: Bool = false) -> [String: Any] {
        ["inputCubeDimension": size, "inputCubeData": data, "inputExtrapolate": extrapolate]
    }

    /// Returns the premultiplied colour at a point of the cube by trilinear interpolation.
    func value(_ red: Double, _ green: Double, _ blue: Double, extrapolate: Bool = false) -> SIMD4<Double> {
        let axes = [red, green, blue].map { value in
            let place = (extrapolate ? value : min(max(value, 0), 1)) * Double(size - 1)
            let cell = min(max(Int(place.rounded(.down)), 0), size - 2)
            return (cell, place - Double(cell))
        }
        var result = SIMD4<Double>.zero
        for corner in 0..<8 {
            var (weight, index) = (1.0, 0)
            for axis in (0..<3).reversed() {
                let isUpper = corner >> axis & 1
                weight *= isUpper == 1 ? axes[axis].1 : 1 - axes[axis].1
                index = index * size + axes[axis].0 + isUpper
            }
            result += weight * entries[index]
        }
        return result
    }

    /// Returns the cube's colour for a colour, multiplied by its alpha.
    func color(_ color: PlainColor, extrapolate: Bool = false) -> PlainColor {
        PlainColor(
            premultiplied: value(color.red, color.green, color.blue, extrapolate: extrapolate), alpha: color.alpha)
    }

    /// A cube with nonlinear, mixed colours, of which the darker ones are partly transparent.
    static let transparent = ColorCubeEntries(5) { r, g, b in
        SIMD4(0.3 * r + 0.7 * g * b, g * g, 1 - r * b, 1) * (0.25 + 0.75 * max(r, g))
    }
    /// The smallest cube. Products of components are reproduced exactly, as they are trilinear.
    static let products = ColorCubeEntries(2) { r, g, b in SIMD4(r * g, g * b, r * g * b, 1) }
    /// A cube with 17 entries per axis.
    static let fine = ColorCubeEntries(17) { r, g, b in
        SIMD4(0.5 - 0.5 * cos(3 * r), 0.8 * b + 0.2 * r * g, sqrt(g), 1)
    }
}

extension PlainColor {
    /// Converts a premultiplied colour, multiplied by a further alpha.
    init(premultiplied color: SIMD4<Double>, alpha: Double) {
        let divisor = color.w == 0 ? 1 : color.w
        self.init(color.x / divisor, color.y / divisor, color.z / divisor, color.w * alpha)
    }
}
