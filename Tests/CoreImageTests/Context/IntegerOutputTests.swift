import CoreImage
import Testing

/// How integer formats store colours outside 0…1.
@Suite("Colours beyond 0…1 in integer formats")
struct IntegerOutputTests {
    /// sRGB's formula.
    private func encoded(_ linear: Double) -> Double {
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
    }

    @Test("the straight colour is held within 0…1 before alpha multiplies it", arguments: [1.0, 0.5, 0.2, 0.0])
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
        let expected = straight.map { 255 * encoded(min(max($0, 0), 1)) * alpha } + [255 * alpha]
        for (index, byte) in bytes.enumerated() { #expect(abs(Double(byte) - expected[index % 4]) <= 0.51) }
    }
}
