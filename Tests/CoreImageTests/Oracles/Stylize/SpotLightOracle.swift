import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// A power of the cosine between the light's axis and the ray to the pixel. Unlit pixels are transparent. With the
    /// identity values that Core Image reports, the light is nearly uniform.
    static let spotLight = FilterOracle("CISpotLight", .properties) {
        let grid = PixelGrid.colorful(x: -3, y: 5, width: 14, height: 12)
        let settings: [(position: SIMD3<Double>, target: SIMD3<Double>, brightness: Double, concentration: Double)] = [
            ([20, 30, 15], [2, 9, 0], 3, 0.1), ([-10, 2, 4], [8, 16, 0], 1, 1.5), ([4, 9, 6], [4, 9, 0], 0.7, 0.02),
            ([4, 9, 6], [4, 9, 6], 2, 0.3), ([-1, 7, 0], [30, 7, 0], 5, 0.5),
        ]
        for (position, target, brightness, concentration) in settings {
            let image = grid.image.applyingFilter(
                "CISpotLight",
                parameters: [
                    "inputLightPosition": CIVector(x: position.x, y: position.y, z: position.z),
                    "inputLightPointsAt": CIVector(x: target.x, y: target.y, z: target.z),
                    "inputBrightness": brightness, "inputConcentration": concentration,
                    kCIInputColorKey: CIColor(red: 1, green: 0.5, blue: 0.25),
                ])
            guard image.extent == grid.bounds else { throw ExtentMismatch(found: image.extent, expected: grid.bounds) }
            let line = target - position
            let axis = line == .zero ? [0, 0, -1] : line / (line * line).sum().squareRoot()
            try expect(image, in: grid.bounds, tolerance: 3e-4) { x, y in
                let ray = SIMD3(Double(x) + 0.5, Double(y) + 0.5, 0) - position
                let cosine = (ray * axis).sum() / (ray * ray).sum().squareRoot()
                let light = Float(brightness * pow(max(cosine, 0), 1 / concentration))
                return grid[x, y]
                    * SIMD4(light, light * linearFromSRGB(0.5), light * linearFromSRGB(0.25), min(light, 1))
            }
        }
        let even = grid.image.applyingFilter(
            "CISpotLight", parameters: ["inputBrightness": 1, "inputConcentration": 20])
        try expect(even, in: grid.bounds, tolerance: 0.1) { grid[$0, $1] }
    }
}
