import CoreImage
import Foundation
import TestSupport
import Testing

extension FilterOracle {
    /// The documented gain by luminance, and monotonic curves. With a radius, the defaults change nothing, and a dark
    /// spot in bright surroundings isn't lifted.
    static let highlightShadowAdjust = FilterOracle("CIHighlightShadowAdjust", .properties) {
        for (shadow, highlight) in [(0.7, 1), (-0.4, 0.5), (1, 0), (3, -2)] as [(Double, Double)] {
            try expectColors(
                "CIHighlightShadowAdjust", ["inputShadowAmount": shadow, "inputHighlightAmount": highlight],
                tolerance: 5e-4
            ) { color in
                let light = min(SRGBFormula.encoded(max(color.weighted(0.2126, 0.7152, 0.0722), 0)), 1)
                let (lift, calm) = (min(max(shadow, -1), 1), 1 - min(max(highlight, 0), 1))
                let gain = exp2(2.5 * lift * (1 - light) * (1 - light) - 1.5 * calm * light * light)
                return color.mapping { $0 * gain }
            }
        }
        let ramp = PixelGrid(width: 256, height: 1) { x, _ in
            SIMD4(SIMD3(repeating: linearFromSRGB(Double(x) / 200)), 1)
        }
        for (shadow, highlight) in [(1, 1), (-1, 1), (0, 0), (1, 0)] {
            let image = ramp.image.applyingFilter(
                "CIHighlightShadowAdjust", parameters: ["inputShadowAmount": shadow, "inputHighlightAmount": highlight])
            let curve = try PixelGrid(rendering: image, in: ramp.bounds)
            let values = (0..<256).map { curve[$0, 0].x }
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "\(shadow) \(highlight)")
            #expect(shadow == 0 || (values[40] > ramp[40, 0].x) == (shadow > 0))
            #expect(highlight == 1 || values[190] < ramp[190, 0].x * 0.7)
        }
        let spot = PixelGrid(width: 31, height: 31) { x, y in
            SIMD4(SIMD3(repeating: (x == 15 && y == 15) ? 0.01 : 0.8), 1)
        }
        func lifted(_ radius: Double) throws -> Float {
            let image = spot.image.applyingFilter(
                "CIHighlightShadowAdjust", parameters: ["inputShadowAmount": 1, kCIInputRadiusKey: radius])
            let pixels = try PixelGrid(rendering: image, in: spot.bounds)
            return pixels[15, 15].x
        }
        let (alone, surrounded) = (try lifted(0), try lifted(5))
        #expect(alone > 0.03 && surrounded < 0.012)
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        try expect(
            grid.image.applyingFilter("CIHighlightShadowAdjust", parameters: [kCIInputRadiusKey: 5]), in: grid.bounds
        ) {
            grid[$0, $1]
        }
    }
}
