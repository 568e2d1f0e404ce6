import CoreImage
import Testing

extension FilterOracle {
    /// Checks a filter that compares each colour of a picture with a Gaussian blur of the picture. Each pixel must
    /// follow the formula, and a uniform colour must stay up to the edges.
    ///
    /// - Parameters:
    ///   - settings: Values by input key. The standard deviation is `inputRadius`.
    ///   - formula: Returns the expected colour for the picture's and the blurred picture's.
    static func expectSharper(
        _ filter: String, _ settings: [[String: Any]],
        formula: (_ color: PlainColor, _ soft: PlainColor, _ setting: [String: Any]) -> PlainColor
    ) throws {
        let picture = PixelGrid(x: -2, y: 5, width: 14, height: 11) { x, y in
            let alpha: Float = (x + y) % 5 == 0 ? 0.5 : 1
            return SIMD4(Float(abs(x * 7 + y) % 9) / 8, Float(abs(x + y * 4) % 7) / 6, Float(y % 5) / 2, 1) * alpha
        }
        let flat = PixelGrid(x: 0, y: 0, width: 9, height: 7) { x, _ in SIMD4(0.25, 0.5, 1, 1) * (x < 4 ? 1 : 0.25) }
        for setting in settings {
            let radius = setting.number("inputRadius")
            let image = picture.image.applyingFilter(filter, parameters: setting)
            guard image.extent == picture.bounds else {
                throw ExtentMismatch(found: image.extent, expected: picture.bounds)
            }
            try expect(image, in: picture.bounds, tolerance: 0.02) { x, y in
                let color = PlainColor(picture[x, y])
                let soft = radius > 0 ? PlainColor(BlurTests.gaussian(picture, sigma: radius, x: x, y: y)) : color
                return formula(color, soft, setting).pixel
            }
            let still = flat.image.applyingFilter(filter, parameters: setting)
            try expect(still, in: flat.bounds, tolerance: 0.003) { flat[$0, $1] }
        }
    }
}
