import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The documented number of values from 0 to 1. Each component becomes the nearest one, and more levels are more
    /// accurate.
    static let colorPosterize = FilterOracle("CIColorPosterize", .properties) {
        let grid = PixelGrid(x: -2, y: 3, width: 41, height: 6) { x, y in
            let light = Float(x + 2) / 20 - 0.5 + Float(y - 3) / 111
            return SIMD4(light, 1 - light, light * light, 1) * (y == 5 ? 0.5 : 1)
        }
        var nearness: [Float] = []
        for levels in [2, 3, 6, 6.5, 30] as [Float] {
            let image = grid.image.applyingFilter("CIColorPosterize", parameters: ["inputLevels": levels])
            let result = try PixelGrid(rendering: image, in: grid.bounds)
            var values: Set<Float> = []
            var largest: Float = 0
            for y in 3..<9 {
                for x in -2..<39 {
                    let (before, after) = (grid[x, y], result[x, y])
                    #expect(before.w == after.w)
                    for component in 0..<3 {
                        let (given, value) = (before[component] / before.w, after[component] / before.w)
                        largest = max(largest, abs(given - value))
                        if -1e-4 < value, value < 1 + 1e-4 { values.insert((value * 1e4).rounded()) }
                        let step = value * (levels - 1)
                        #expect(abs(step - step.rounded()) < 1e-3, "\(value) is no level of \(levels)")
                    }
                }
            }
            #expect(values.count == Int(levels), "\(values.count) values")
            #expect(largest <= 0.5 / (levels - 1) + 1e-4)
            nearness.append(largest)
        }
        #expect(nearness == nearness.sorted(by: >))
        // The identity value, 300, changes colours by less than half a step of 8 bits.
        try expectColors("CIColorPosterize", ["inputLevels": 300], tolerance: 1 / 597) { $0 }
        try expectColors("CIColorPosterize", ["inputLevels": 1]) { $0.gray(0) }
    }
}
