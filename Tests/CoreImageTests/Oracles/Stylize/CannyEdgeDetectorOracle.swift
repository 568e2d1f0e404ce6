import CoreImage
import Testing

extension FilterOracle {
    /// A step gives a line, one pixel wide, if its gradient reaches the threshold. Each hysteresis pass continues
    /// strong edges by one pixel into faint ones. The result is only black and white.
    static let cannyEdgeDetector = FilterOracle("CICannyEdgeDetector", .properties) {
        func edges(_ grid: PixelGrid, _ parameters: [String: Any]) throws -> [[Bool]] {
            let image = grid.image.applyingFilter("CICannyEdgeDetector", parameters: parameters)
            guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
            let result = try PixelGrid(rendering: image, in: grid.bounds)
            #expect(result.first { $0 != SIMD4(0, 0, 0, 1) && $0 != .one } == nil)
            return (grid.y..<grid.y + grid.height).map { y in
                (grid.x..<grid.x + grid.width).map { result[$0, y].x == 1 }
            }
        }
        func step(_ height: Float, turned: Bool = false) -> PixelGrid {
            PixelGrid(x: 4, y: -3, width: 30, height: 30) { x, y in
                SIMD4(SIMD3(0.2 + ((turned ? y + 7 : x) < 19 ? 0 : height), 0.2, 0.2), 1)
            }
        }
        for turned in [false, true] {
            let found = try edges(step(0.5, turned: turned), [:])
            for j in 0..<30 {
                for i in 0..<30 where found[j][i] { #expect((turned ? j : i) == 14 || (turned ? j : i) == 15) }
                #expect((0..<30).count { turned ? found[$0][j] : found[j][$0] } == 1, "line \(j)")
            }
        }
        // Blurred by 1.6, a step of h has the gradient 2 · h · 0.24 over two pixels.
        #expect(try edges(step(0.05), [:]).joined().allSatisfy { !$0 })
        #expect(try edges(step(0.05), ["inputThresholdHigh": 0.015]).joined().contains(true))
        #expect(try edges(step(0.5), ["inputThresholdHigh": 0.4]).joined().allSatisfy { !$0 })
        #expect(try edges(step(0), ["inputThresholdHigh": 0, "inputThresholdLow": 0]).joined().allSatisfy { !$0 })
        // A step that fades upwards: strong below, weak above.
        let fading = PixelGrid(width: 24, height: 60) { x, y in
            SIMD4(SIMD3(repeating: x < 12 ? 0 : 0.7 - Float(y) / 100), 1)
        }
        let lengths = try [0, 1, 3, 20].map { passes in
            let found = try edges(
                fading, ["inputThresholdHigh": 0.2, "inputThresholdLow": 0.05, "inputHysteresisPasses": passes])
            return found.count { $0.contains(true) }
        }
        #expect(
            lengths[0] > 5 && lengths[0] < 40 && lengths[1] == lengths[0] + 1 && lengths[2] == lengths[0] + 3,
            "\(lengths)")
        #expect(lengths[3] == lengths[0] + 20)
        // Between dark colours, the perceptual difference is larger than that in linear light.
        let dark = PixelGrid(width: 20, height: 8) { x, _ in SIMD4(SIMD3(repeating: x < 10 ? 0.002 : 0.02), 1) }
        #expect(try edges(dark, [:]).joined().allSatisfy { !$0 })
        #expect(try edges(dark, ["inputPerceptual": true]).allSatisfy { $0.contains(true) })
    }
}
