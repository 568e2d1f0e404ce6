import Foundation

/// The colour of a light that falls on a picture, by what it makes of gray: natural logarithms of red by green, and of blue by green, in
/// linear sRGB.
struct ColorCast: Equatable {
    var red: Double
    var blue: Double

    static let none = ColorCast(red: 0, blue: 0)

    init(red: Double, blue: Double) { (self.red, self.blue) = (red, blue) }

    /// That of a linear colour which should be gray.
    init(_ color: SIMD3<Double>) {
        let held = color.clamped(
            lowerBound: SIMD3(repeating: 1e-4), upperBound: SIMD3(repeating: .greatestFiniteMagnitude))
        self.init(red: log(held.x / held.y), blue: log(held.z / held.y))
    }

    init(warmth: Double, magenta: Double) { self.init(red: warmth + magenta, blue: magenta - warmth) }

    /// How much redder and less blue it makes gray.
    var warmth: Double { (red - blue) / 2 }
    /// How much more magenta, or less green, it makes gray.
    var magenta: Double { (red + blue) / 2 }
    /// How far it is from no cast.
    var size: Double { (red * red + blue * blue).squareRoot() }

    /// A gray of green 1 in the light.
    var gray: SIMD3<Double> { SIMD3(exp(red), 1, exp(blue)) }

    static func - (a: ColorCast, b: ColorCast) -> ColorCast { ColorCast(red: a.red - b.red, blue: a.blue - b.blue) }

    static func * (cast: ColorCast, part: Double) -> ColorCast {
        ColorCast(red: cast.red * part, blue: cast.blue * part)
    }
}
