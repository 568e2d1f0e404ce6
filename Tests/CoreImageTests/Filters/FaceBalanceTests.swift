import CoreImage
import Testing

@Suite("Filters: the balance of faces")
struct FaceBalanceTests {
    private func balanced(_ color: SIMD3<Float>, _ settings: [String: Any]) throws -> SIMD4<Float> {
        let dot = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(color, 1) }
        return try PixelGrid(
            rendering: dot.image.applyingFilter("CIFaceBalance", parameters: settings), in: dot.bounds)[0, 0]
    }

    /// Returns I and Q divided by luma, by NTSC's matrix.
    private func axes(_ c: SIMD3<Float>) -> (i: Float, q: Float) {
        let luma = 0.299 * c.x + 0.587 * c.y + 0.114 * c.z
        return (
            (0.5959 * c.x - 0.2746 * c.y - 0.3213 * c.z) / luma, (0.2115 * c.x - 0.5227 * c.y + 0.3112 * c.z) / luma
        )
    }

    @Test("A greenish face gets skin colour at any luminance, as warm as the input says", arguments: [0, 0.3, 1])
    func skin(warmth: Float) throws {
        let face = SIMD3<Float>(0.34, 0.3, 0.2)
        let (i, q) = axes(face)
        let settings: [String: Any] = ["inputOrigI": i, "inputOrigQ": q, "inputStrength": 1, "inputWarmth": warmth]
        for light in [Float(0.2), 1, 3] {
            let result = try balanced(face * light, settings)
            let found = axes(SIMD3(result.x, result.y, result.z))
            #expect(abs(found.i - (0.33 + 0.42 * warmth)) < 2e-3 && abs(found.q - (0.045 + 0.0949 * warmth)) < 2e-3)
        }
        // The correction moves gray away from green, as it does the face, and keeps its luminance.
        let gray = try balanced(SIMD3(0.5, 0.5, 0.5), settings)
        #expect(gray.y < gray.x)
        #expect(abs(0.2126 * gray.x + 0.7152 * gray.y + 0.0722 * gray.z - 0.5) < 1e-4)
    }

    @Test("Without strength, and by default, colours stay")
    func identity() throws {
        for settings in [[:], ["inputStrength": 0, "inputOrigI": -1, "inputOrigQ": 1, "inputWarmth": 1]]
            as [[String: Any]]
        {
            #expect(maximumDifference(try balanced(SIMD3(0.6, -0.2, 3), settings), SIMD4(0.6, -0.2, 3, 1)) < 1e-5)
        }
    }
}
