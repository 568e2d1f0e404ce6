import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The rounded rectangle's pixels summed with a Gaussian's weights.
    static let blurredRoundedRectangleGenerator = FilterOracle("CIBlurredRoundedRectangleGenerator", .formula) {
        for (index, sigma) in [1.25, 3, 0, 2, 3.75, 1.25].enumerated() {
            let setting = roundedRectangleSettings(["inputSigma": sigma])[index]
            let image = CIFilter(name: "CIBlurredRoundedRectangleGenerator", parameters: setting)?.outputImage
            let reach = Int((3 * sigma).rounded(.up))
            let weights = (-reach...reach).map { sigma > 0 ? exp(-Double($0 * $0) / (2 * sigma * sigma)) : 1 }
            let total = weights.reduce(0, +)
            let shape = PixelGrid(x: -20, y: -20, width: 70, height: 70) { x, y in
                let rect = (setting[kCIInputExtentKey] as? CGRect ?? .null).integral
                let share = rect.contains(pixelCenter(x, y)) ? covered(outlineDistance(setting, pixelCenter(x, y))) : 0
                return SIMD4(repeating: Float(share))
            }
            func blurred(_ pixel: (Int) -> SIMD4<Float>) -> SIMD4<Float> {
                zip(-reach...reach, weights).reduce(.zero) { $0 + pixel($1.0) * Float($1.1 / total) }
            }
            let rows = PixelGrid(x: -12, y: -20, width: 54, height: 70) { x, y in blurred { shape[x + $0, y] } }
            try expect(image, in: CGRect(x: -8, y: -9, width: 44, height: 40), tolerance: 0.02) { x, y in
                setting.pixel(kCIInputColorKey) * blurred { rows[x, y + $0] }.w
            }
        }
    }
}
