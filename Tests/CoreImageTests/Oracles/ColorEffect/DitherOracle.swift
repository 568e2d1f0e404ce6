import CoreImage
import Foundation
import TestSupport
import Testing

extension FilterOracle {
    /// Statistics of the noise in sRGB-encoded values: uniform, with mean 0 and width `intensity`, and uncorrelated
    /// between pixels and components. Alpha stays.
    static let dither = FilterOracle("CIDither", .properties) {
        let bounds = CGRect(x: -37, y: -20, width: 96, height: 64)
        let color = SIMD4<Float>(linearFromSRGB(0.5), linearFromSRGB(0.7), linearFromSRGB(0.3), 1) * 0.5
        let flat = PixelGrid(x: -37, y: -20, width: 96, height: 64) { _, _ in color }
        for intensity in [0.1, 0.5] {
            let noisy = flat.image.applyingFilter("CIDither", parameters: ["inputIntensity": intensity])
            let pixels = try PixelGrid(rendering: noisy, in: bounds)
            var noise: [[Double]] = [[], [], []]
            for y in -20..<44 {
                for x in -37..<59 {
                    let found = PlainColor(pixels[x, y])
                    #expect(pixels[x, y].w == 0.5)
                    noise[0].append(SRGBFormula.encoded(found.red) - 0.5)
                    noise[1].append(SRGBFormula.encoded(found.green) - 0.7)
                    noise[2].append(SRGBFormula.encoded(found.blue) - 0.3)
                }
            }
            // Uniform noise of width w has the variance w² / 12. For the mean of 6144 samples, one standard deviation
            // is w/270, and four are w/67.
            for component in noise {
                #expect(abs(mean(component)) < intensity / 67)
                #expect(abs(mean(component.map { $0 * $0 }) / (intensity * intensity / 12) - 1) < 0.05)
                #expect(component.allSatisfy { abs($0) <= intensity / 2 + 1e-3 })
                #expect(abs(correlation(component.dropLast(), component.dropFirst())) < 0.06)
                #expect(abs(correlation(component.dropLast(96), component.dropFirst(96))) < 0.06)
            }
            #expect(abs(correlation(noise[0][...], noise[1][...])) < 0.06)
            #expect(abs(correlation(noise[1][...], noise[2][...])) < 0.06)
            try expectSameInParts(noisy, in: bounds, part: 40)
        }
        // Transparent pixels stay transparent, and intensity 0 is the identity.
        try expectColors("CIDither", ["inputIntensity": 0], tolerance: 0) { $0 }
        let clear = PixelGrid(width: 4, height: 4) { _, _ in .zero }
        try expect(clear.image.applyingFilter("CIDither"), in: clear.bounds, tolerance: 0) { _, _ in .zero }
    }

    private static func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }

    /// Returns the correlation of numbers with mean 0.
    private static func correlation(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>) -> Double {
        let products = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
        return products / sqrt(a.reduce(0) { $0 + $1 * $1 } * b.reduce(0) { $0 + $1 * $1 })
    }
}
