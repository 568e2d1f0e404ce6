import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// What a portrait's blur is made of: what is in focus stays to the bit, the rest is the softer the farther it is and the wider the lens is open, a matte keeps
    /// its subject, and nothing of the sharp subject bleeds out.
    static let depthBlurEffect = FilterOracle("CIDepthBlurEffect", .properties) {
        let picture = PixelGrid(x: 0, y: 0, width: 80, height: 24) { x, y in
            // Stripes, and a red subject in the middle.
            (30..<50).contains(x) ? SIMD4(8, 0, 0, 1) : (x / 2 + y / 2) % 2 == 0 ? .one : SIMD4(0, 0, 0, 1)
        }
        let disparity = PixelGrid(width: 80, height: 24) { x, _ in
            (30..<50).contains(x)
                ? .one : SIMD4(0.5, 0.5, 0.5, 1) * (x < 30 ? 1 : 0.4) + SIMD4(0, 0, 0, x < 30 ? 0 : 0.6)
        }
        func render(_ parameters: [String: Any]) throws -> PixelGrid {
            var all: [String: Any] = [
                "inputDisparityImage": disparity.image, "inputFocusRect": CIVector(x: 32, y: 4, z: 14, w: 14),
            ]
            all.merge(parameters) { $1 }
            let image = picture.image.applyingFilter("CIDepthBlurEffect", parameters: all)
            guard image.extent == picture.bounds else {
                throw ExtentMismatch(found: image.extent, expected: picture.bounds)
            }
            return try PixelGrid(rendering: image, in: image.extent)
        }
        /// How much neighbours differ around a column: 1 for the stripes.
        func contrast(_ grid: PixelGrid, _ column: Int) -> Float {
            (4..<20).reduce(0) { sum, y in
                sum + (column - 4..<column + 4).reduce(0) { $0 + abs(grid[$1, y].y - grid[$1 + 2, y].y) }
            } / 128
        }
        let plain = try render([:])
        for y in 4..<20 {
            for x in 34..<46 { #expect(distance(plain[x, y], picture[x, y]) < 1e-3) }
            for x in 2..<28 { #expect(abs(plain[x, y].x - plain[x, y].y) < 0.3, "red at \(x)") }
        }
        let little = try render(["inputAperture": 16])
        let (near, far) = (contrast(little, 12), contrast(little, 66))
        #expect(far < near && near < 0.8, "\(near) \(far)")
        let narrow = try render(["inputAperture": 22])
        #expect(contrast(narrow, 12) > contrast(try render(["inputAperture": 2]), 12))
        #expect(contrast(try render(["inputScaleFactor": 0]), 66) == 1)
        let relative = try render(["inputFocusRect": CIVector(x: 0.4, y: 0.2, z: 0.15, w: 0.5)])
        #expect(distance(relative[66, 12], plain[66, 12]) < 1e-3)
        #expect(contrast(try render(["inputFocusRect": CIVector(x: 4, y: 4, z: 14, w: 14)]), 12) > 0.99)
        let matte = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 3))
        #expect(contrast(try render(["inputMatteImage": matte]), 66) == 1)
        let grain = try render(["inputLumaNoiseScale": 0.1])
        #expect(abs(grain[70, 10].x - plain[70, 10].x) <= 0.05)
        #expect((60..<75).contains { grain[$0, 9] != plain[$0, 9] })
        #expect(throws: CIFilterError.self) {
            _ = try PixelGrid(
                rendering: picture.image.applyingFilter("CIDepthBlurEffect"), in: picture.bounds)
        }
    }
}
