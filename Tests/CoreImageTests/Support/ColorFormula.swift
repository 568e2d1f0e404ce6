import CoreImage
import Foundation
import Testing

/// An unpremultiplied colour in double precision, for the formulas of colour filters.
struct PlainColor {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Converts a premultiplied pixel. Every component is 0 where alpha is 0.
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

    /// Returns the interpolation between this colour (0) and another one (1). Alpha stays.
    func mixed(with other: PlainColor, _ amount: Double) -> PlainColor {
        PlainColor(
            red + (other.red - red) * amount, green + (other.green - green) * amount,
            blue + (other.blue - blue) * amount,
            alpha)
    }

    func gray(_ value: Double) -> PlainColor { PlainColor(value, value, value, alpha) }

    func weighted(_ r: Double, _ g: Double, _ b: Double) -> Double { red * r + green * g + blue * b }
}

/// Checks that a colour filter follows a formula at every pixel of a small picture, which has transparency and colours
/// outside 0…1 and doesn't lie at the origin.
func expectColors(
    _ name: String, _ parameters: [String: Any] = [:], tolerance: Float = 1e-4,
    formula: (PlainColor) -> PlainColor
) throws {
    let grid = PixelGrid.colorful(x: -3, y: 5, width: 9, height: 8)
    let image = grid.image.applyingFilter(name, parameters: parameters)
    guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
    try expect(image, in: grid.bounds.insetBy(dx: -1, dy: -1), tolerance: tolerance) { x, y in
        grid.bounds.contains(pixelCenter(x, y)) ? formula(PlainColor(grid[x, y])).pixel : .zero
    }
}

/// A colour filter changed the extent, which these tests don't expect.
struct ExtentMismatch: Error {
    let found: CGRect
    let expected: CGRect
}
