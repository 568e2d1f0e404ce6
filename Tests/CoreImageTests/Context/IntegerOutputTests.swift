import CoreImage
import TestSupport
import Testing

/// How integer formats store colours outside 0…1.
@Suite("Colours beyond 0…1 in integer formats")
struct IntegerOutputTests {
    @Test("colours are clamped to 0…1 before they are premultiplied", arguments: [1.0, 0.5, 0.2, 0.0])
    func heldBeforeAlpha(alpha: Double) throws {
        // Unpremultiplied linear red, green and blue.
        let straight = [3, 0.25, -1]
        let pixel = (straight.map { Float($0 * alpha) } + [Float(alpha)])
        let data = (0..<64).flatMap { _ in pixel }.withUnsafeBytes { Data($0) }
        let image = CIImage(
            bitmapData: data, bytesPerRow: 8 * 16, size: CGSize(width: 8, height: 8), format: .RGBAf,
            colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        var bytes = [UInt8](repeating: 7, count: 4 * 64)
        try CIContext().renderBitmap(
            image, to: &bytes, rowBytes: 32, bounds: image.extent, format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        let expected = straight.map { 255 * SRGBFormula.encoded(min(max($0, 0), 1)) * alpha } + [255 * alpha]
        for (index, byte) in bytes.enumerated() { #expect(abs(Double(byte) - expected[index % 4]) <= 0.51) }
    }
}
