import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Colours measured in a picture rendered by Core Image at intensity 1, and interpolations for other intensities.
    static let sepiaTone = FilterOracle("CISepiaTone", .published) {
        for (luminance, tone) in published {
            let grid = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(SIMD3(repeating: Float(luminance)), 1) }
            try expect(grid.image.applyingFilter("CISepiaTone"), in: grid.bounds, tolerance: 0.012) { _, _ in
                SIMD4(Float(tone[0]), Float(tone[1]), Float(tone[2]), 1)
            }
        }
        for intensity in [0, 0.3, 0.8, 1, 2] {
            try expectColors("CISepiaTone", [kCIInputIntensityKey: intensity]) { color in
                let luminance = max(0, color.weighted(0.2126, 0.7152, 0.0722))
                let tone = PlainColor(
                    pow(luminance, 0.783), 0.989 * pow(luminance, 1.085), 0.914 * pow(luminance, 1.902), color.alpha)
                return color.mixed(with: tone, intensity)
            }
        }
    }

    /// Linear luminances, and the linear colours that pixels of that luminance have on average in the picture.
    private static let published: [(luminance: Double, tone: [Double])] = [
        (0.05, [0.106, 0.045, 0.0042]), (0.2, [0.2836, 0.1712, 0.0427]), (0.4, [0.4901, 0.3667, 0.1599]),
        (0.6, [0.6714, 0.5699, 0.3469]), (0.8, [0.839, 0.7764, 0.6]), (0.95, [0.9615, 0.9356, 0.8344]),
    ]
}
