import CoreImage
import Testing

@testable import PictureBatches

@Suite("Sizes that results are scaled to")
struct PictureBoxTests {
    /// A picture that doesn't begin at the origin.
    private func picture(_ width: CGFloat, _ height: CGFloat) -> CIImage {
        CIImage(color: .red).cropped(to: CGRect(x: 30, y: -20, width: width, height: height))
    }

    private func size(_ text: String) throws -> PictureSize { try #require(PictureSize(argument: text)) }

    @Test(
        "--fit keeps proportions, rounds to whole pixels, and never enlarges",
        arguments: [
            (400.0, 300.0, "100x100", false, [100, 75]), (300, 400, "100x100", false, [75, 100]),
            (1000, 3, "100x100", false, [100, 1]), (40, 30, "100x100", false, [40, 30]),
            (400, 300, "50x1000", false, [50, 38]), (400, 300, "60x90", true, [80, 60]),
        ] as [(Double, Double, String, Bool, [Double])])
    func fit(width: Double, height: Double, box: String, isTurned: Bool, expected: [Double]) throws {
        let extent = try PictureBox.fit(size(box)).image(of: picture(width, height), isTurned: isTurned).extent
        #expect([extent.width, extent.height].map(Double.init) == expected)
    }

    @Test(
        "--fill has exactly the size, larger pictures and smaller ones",
        arguments: [
            (400.0, 300.0, "100x100", false, [100, 100]), (40, 30, "100x50", false, [100, 50]),
            (400, 300, "60x90", true, [90, 60]),
        ] as [(Double, Double, String, Bool, [Double])])
    func fill(width: Double, height: Double, box: String, isTurned: Bool, expected: [Double]) throws {
        let extent = try PictureBox.fill(size(box)).image(of: picture(width, height), isTurned: isTurned).extent
        #expect([extent.width, extent.height].map(Double.init) == expected)
    }

    /// Red, green and blue of the pixel at a place, in linear light.
    private func pixel(_ image: CIImage, _ x: CGFloat, _ y: CGFloat) throws -> SIMD4<Float> {
        var value = SIMD4<Float>.zero
        try withUnsafeMutableBytes(of: &value) { buffer in
            try CIContext().renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: 16,
                bounds: CGRect(x: x, y: y, width: 1, height: 1), format: .RGBAf, colorSpace: nil)
        }
        return value
    }

    @Test("Edges don't fade, and --fill shows the middle")
    func pixels() throws {
        // A white square in the middle of a black strip four times as wide.
        let black = CIImage(color: .black).cropped(to: CGRect(x: 0, y: 0, width: 160, height: 40))
        let strip = CIImage(color: .white).cropped(to: CGRect(x: 60, y: 0, width: 40, height: 40))
            .composited(over: black)
        let filled = try PictureBox.fill(size("10x10")).image(of: strip, isTurned: false)
        let middle = try pixel(filled, filled.extent.midX, filled.extent.midY)
        for index in 0..<4 { #expect(abs(middle[index] - 1) < 1e-3) }
        let fitted = try PictureBox.fit(size("16x16")).image(of: picture(160, 160), isTurned: false)
        for corner: CGFloat in [0, 15] {
            let value = try pixel(fitted, corner, corner)
            #expect(abs(value.x - 1) < 1e-4 && abs(value.w - 1) < 1e-4)
        }
    }
}
