import CoreImage
import Testing

extension FilterOracle {
    /// On the line, the image with its saturation and sharpness; far from it, the blurred image. Contrast decreases in
    /// between. If neither blur nor sharpening is set, nothing changes.
    static let depthOfField = FilterOracle("CIDepthOfField", .properties) {
        // Stripes lose contrast when they are blurred.
        let stripes = PixelGrid(width: 60, height: 100) { x, _ in
            x / 2 % 2 == 0 ? SIMD4(0.8, 0.4, 0.2, 1) : SIMD4(0.2, 0.3, 0.3, 1)
        }
        var parameters: [String: Any] = [
            "inputPoint0": CIVector(x: -50, y: 50), "inputPoint1": CIVector(x: 110, y: 50), "inputRadius": 4,
            "inputSaturation": 1, "inputUnsharpMaskIntensity": 0,
        ]
        func rendered() throws -> PixelGrid {
            let image = stripes.image.applyingFilter("CIDepthOfField", parameters: parameters)
            guard image.extent == stripes.bounds else {
                throw ExtentMismatch(found: image.extent, expected: stripes.bounds)
            }
            return try PixelGrid(rendering: image, in: stripes.bounds)
        }
        let plain = try rendered()
        for x in 0..<60 {
            for y in 31..<70 { #expect(maximumDifference(plain[x, y], stripes[x, y]) < 2e-3, "(\(x), \(y))") }
        }
        func contrast(_ y: Int) -> Float {
            let row = (10..<50).map { plain[$0, y].x }
            return (row.max() ?? 0) - (row.min() ?? 0)
        }
        let contrasts = (50..<100).map(contrast)
        #expect(
            zip(contrasts, contrasts.dropFirst()).allSatisfy { $0 >= $1 - 2e-3 } && contrasts[49] < 0.4
                && contrasts[0] > 0.59)
        parameters["inputPoint0"] = CIVector(x: 20, y: 50)
        parameters["inputPoint1"] = CIVector(x: 21, y: 50)
        let far = try rendered()
        // Four standard deviations leave hardly any of the stripes.
        for y in [10, 80] { for x in 15..<45 { #expect(abs(far[x, y].x - 0.5) < 0.02, "(\(x), \(y)) \(far[x, y])") } }
        (parameters["inputPoint0"], parameters["inputPoint1"]) = (CIVector(x: -50, y: 50), CIVector(x: 110, y: 50))
        parameters["inputSaturation"] = 0
        #expect(try rendered().first { $0.x != $0.y } != nil, "saturation is of the focus alone")
        #expect(try abs(rendered()[20, 50].x - rendered()[20, 50].y) < 2e-3)
        parameters["inputSaturation"] = 1
        parameters["inputUnsharpMaskIntensity"] = 1
        #expect(try rendered()[20, 50].x > 0.85)
        for key in ["inputRadius", "inputUnsharpMaskIntensity"] { parameters[key] = 0 }
        try expect(
            stripes.image.applyingFilter("CIDepthOfField", parameters: parameters), in: stripes.bounds, tolerance: 2e-3
        ) {
            stripes[$0, $1]
        }
    }
}
