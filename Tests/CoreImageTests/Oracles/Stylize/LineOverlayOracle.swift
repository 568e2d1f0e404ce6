import CoreImage
import Testing

extension FilterOracle {
    /// Black lines at steps and nothing elsewhere; stronger edges, lower thresholds and more contrast draw more.
    static let lineOverlay = FilterOracle("CILineOverlay", .properties) {
        let steps = PixelGrid(x: -5, y: 2, width: 60, height: 12) { x, _ in
            SIMD4(SIMD3(repeating: x < 15 ? 0.5 : x < 35 ? 0.6 : 0.1), 1)
        }
        func lines(_ parameters: [String: Any] = [:]) throws -> [Float] {
            let image = steps.image.applyingFilter("CILineOverlay", parameters: parameters)
            guard image.extent == steps.bounds else {
                throw ExtentMismatch(found: image.extent, expected: steps.bounds)
            }
            let row = try PixelGrid(rendering: image, in: CGRect(x: -5, y: 7, width: 60, height: 1))
            return (-5..<55).map { x in
                #expect(row[x, 7].x == 0 && row[x, 7].y == 0 && row[x, 7].z == 0 && (0...1).contains(row[x, 7].w))
                return row[x, 7].w
            }
        }
        let drawn = try lines()
        for x in -5..<55 {
            // The step between 0.5 and 0.6 is fainter than the threshold.
            if abs(x - 35) > 4 { #expect(drawn[x + 5] == 0, "at \(x)") }
        }
        #expect(drawn[39] > 0.9 && drawn[40] > 0.9)
        let amounts = try [
            ["inputEdgeIntensity": 0], ["inputThreshold": 0.9], ["inputContrast": 1], [:], ["inputThreshold": 0.02],
        ].map { try lines($0).reduce(0, +) }
        #expect(amounts[0] == 0 && amounts[1] < amounts[3] && amounts[2] < amounts[3] && amounts[3] < amounts[4])
        #expect(try lines(["inputEdgeIntensity": 5])[19] > 0.5)
    }
}
