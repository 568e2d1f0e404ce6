import CoreImage
import Foundation
import Testing

/// A colour independent of alpha, in double precision: what the formulas of colour filters are about.
struct PlainColor {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// From a premultiplied pixel; nothing at all where alpha is 0.
    init(_ pixel: SIMD4<Float>) {
        let alpha = Double(pixel.w)
        self.init(
            alpha == 0 ? 0 : Double(pixel.x) / alpha, alpha == 0 ? 0 : Double(pixel.y) / alpha,
            alpha == 0 ? 0 : Double(pixel.z) / alpha, alpha)
    }

    /// The premultiplied pixel.
    var pixel: SIMD4<Float> {
        SIMD4(Float(red * alpha), Float(green * alpha), Float(blue * alpha), Float(alpha))
    }

    /// Each colour component through a function; alpha stays.
    func mapping(_ function: (Double) -> Double) -> PlainColor {
        PlainColor(function(red), function(green), function(blue), alpha)
    }

    /// Components in the middle of this and another colour; alpha stays.
    func mixed(with other: PlainColor, _ amount: Double) -> PlainColor {
        PlainColor(
            red + (other.red - red) * amount, green + (other.green - green) * amount,
            blue + (other.blue - blue) * amount,
            alpha)
    }

    func gray(_ value: Double) -> PlainColor { PlainColor(value, value, value, alpha) }

    func weighted(_ r: Double, _ g: Double, _ b: Double) -> Double { red * r + green * g + blue * b }
}

/// Checks a colour filter on a small picture with transparency and colours out of range, not at the origin: each pixel must follow the formula.
func expectColors(
    _ name: String, _ parameters: [String: Any] = [:], tolerance: Float = 1e-4,
    formula: (PlainColor) -> PlainColor
) throws {
    let grid = PixelGrid.colorful(x: -3, y: 5, width: 9, height: 8)
    let image = grid.image.applyingFilter(name, parameters: parameters)
    guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
    try expect(image, in: grid.bounds.insetBy(dx: -1, dy: -1), tolerance: tolerance) { x, y in
        grid.bounds.contains(center(x, y)) ? formula(PlainColor(grid[x, y])).pixel : .zero
    }
}

/// A colour filter changed the extent.
struct ExtentMismatch: Error {
    let found: CGRect
    let expected: CGRect
}
