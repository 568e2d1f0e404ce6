import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The colour of a picture's light, given by the appearance of gray in it: the natural logarithms of red/green and
/// blue/green, in linear sRGB.
struct ColorCast: Equatable {
    var red: Double
    var blue: Double

    static let none = ColorCast(red: 0, blue: 0)

    init(red: Double, blue: Double) { (self.red, self.blue) = (red, blue) }

    /// Creates the cast under which gray has this linear colour.
    init(_ color: SIMD3<Double>) {
        let held = color.clamped(
            lowerBound: SIMD3(repeating: 1e-4), upperBound: SIMD3(repeating: .greatestFiniteMagnitude))
        self.init(red: log(held.x / held.y), blue: log(held.z / held.y))
    }

    init(warmth: Double, magenta: Double) { self.init(red: warmth + magenta, blue: magenta - warmth) }

    /// The warmth: how much the cast shifts gray towards red and away from blue.
    var warmth: Double { (red - blue) / 2 }
    /// The shift of gray towards magenta, away from green.
    var magenta: Double { (red + blue) / 2 }
    /// The distance from no cast.
    var size: Double { (red * red + blue * blue).squareRoot() }

    /// The colour of gray under the cast, with green 1.
    var gray: SIMD3<Double> { SIMD3(exp(red), 1, exp(blue)) }

    static func - (a: ColorCast, b: ColorCast) -> ColorCast { ColorCast(red: a.red - b.red, blue: a.blue - b.blue) }

    static func * (cast: ColorCast, part: Double) -> ColorCast {
        ColorCast(red: cast.red * part, blue: cast.blue * part)
    }
}
