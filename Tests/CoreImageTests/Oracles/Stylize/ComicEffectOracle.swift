import CoreImage
import Foundation
import TestSupport
import Testing

extension FilterOracle {
    /// Black and white stay. A middle gray is printed in dots, with a different screen for each component. Steps get
    /// black outlines, and alpha stays.
    static let comicEffect = FilterOracle("CIComicEffect", .properties) {
        let bounds = CGRect(x: 0, y: 0, width: 48, height: 40)
        func flat(_ value: Float, alpha: Float = 1) throws -> PixelGrid {
            let grid = PixelGrid(width: 48, height: 40) { _, _ in SIMD4(SIMD3(repeating: value), 1) * alpha }
            let image = grid.image.applyingFilter("CIComicEffect")
            guard image.extent == bounds else { throw ExtentMismatch(found: image.extent, expected: bounds) }
            return try PixelGrid(rendering: image, in: bounds)
        }
        for value in [0, 1] as [Float] {
            let plain = try flat(value)
            let changed = plain.first { maximumDifference($0, SIMD4(SIMD3(repeating: value), 1)) > 0.01 }
            #expect(changed == nil, "\(value) became \(changed ?? .zero)")
        }
        let gray = try flat(linearFromSRGB(0.5), alpha: 0.5)
        var (low, high, mean) = (SIMD4<Float>(repeating: 9), SIMD4<Float>.zero, 0.0)
        for y in 0..<40 {
            for x in 0..<48 {
                low = pointwiseMin(low, gray[x, y])
                high = pointwiseMax(high, gray[x, y])
                mean += SRGBFormula.encoded(Double(gray[x, y].x * 2)) / (48 * 40)
            }
        }
        #expect(low.w == 0.5 && high.w == 0.5)
        for i in 0..<3 { #expect(high[i] > low[i] * 3, "no dots in component \(i)") }
        #expect(abs(mean - 0.5) < 0.05, "a screen keeps the mean")
        #expect(
            gray.first { abs($0.x - $0.y) > 0.05 && abs($0.y - $0.z) > 0.05 } != nil, "screens lie one over another")
        let step = PixelGrid(width: 48, height: 40) { x, _ in SIMD4(SIMD3(repeating: x < 24 ? 0.9 : 0.15), 1) }
        let outlined = try PixelGrid(rendering: step.image.applyingFilter("CIComicEffect"), in: bounds)
        for y in 5..<35 { #expect(outlined[23, y].x < 0.02 && outlined[10, y].x > 0.2 && outlined[23, y].w == 1) }
    }
}
