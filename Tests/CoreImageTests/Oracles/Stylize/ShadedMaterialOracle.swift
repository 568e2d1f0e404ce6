import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Planes of known slope show the documented point of the shading image: `(n.xy + 1) / 2` of its size.
    static let shadedMaterial = FilterOracle("CIShadedMaterial", .formula) {
        // Red encodes the column, green the row.
        let shade = PixelGrid(x: 7, y: -4, width: 40, height: 20) { x, y in
            SIMD4((Float(x) - 7 + 0.5) / 40, (Float(y) + 4 + 0.5) / 20, 0, 1)
        }
        for (rise, climb, scale) in [(0, 0, 10), (0.02, 0, 10), (-0.01, 0.04, 20), (0.03, -0.03, 100)]
            as [(Double, Double, Double)]
        {
            let plane = PixelGrid(x: -2, y: 3, width: 8, height: 6) { x, y in
                let height = Float(0.5 + rise * Double(x) + climb * Double(y))
                return SIMD4(height, height, height, 1)
            }
            let image = plane.image.applyingFilter(
                "CIShadedMaterial", parameters: [kCIInputShadingImageKey: shade.image, kCIInputScaleKey: scale])
            guard image.extent == plane.bounds else {
                throw ExtentMismatch(found: image.extent, expected: plane.bounds)
            }
            let (across, up) = (rise * scale, climb * scale)
            let length = (across * across + up * up + 1).squareRoot()
            // The outermost pixels are left out, as edge pixels are repeated there.
            try expect(image, in: plane.bounds.insetBy(dx: 1, dy: 1), tolerance: 0.002) { _, _ in
                SIMD4(Float(1 - across / length) / 2, Float(1 - up / length) / 2, 0, 1)
            }
        }
        let clear = PixelGrid(width: 4, height: 4) { _, _ in SIMD4(0.25, 0.25, 0.25, 0.5) }
        let half = clear.image.applyingFilter("CIShadedMaterial", parameters: [kCIInputShadingImageKey: shade.image])
        try expect(half, in: clear.bounds, tolerance: 0.002) { _, _ in SIMD4(0.25, 0.25, 0, 0.5) }
        let endless = clear.image.applyingFilter(
            "CIShadedMaterial", parameters: [kCIInputShadingImageKey: CIImage(color: .red)])
        #expect(throws: CIFilterError.self) { _ = try PixelGrid(rendering: endless, in: clear.bounds) }
    }
}
