import CoreImage
import Foundation
import Testing

/// The values between pixels of a bitmap, which Core Image mixes as they are stored. Expected values follow from the
/// definition of sRGB and the stored bytes.
@Suite("Colours between pixels")
struct ResampledColorTests {
    /// Three pixels in sRGB, premultiplied: black, white, and white of alpha 51.
    private let bitmap = CIImage(
        bitmapData: Data([0, 0, 0, 255, 255, 255, 255, 255, 51, 51, 51, 51]), bytesPerRow: 12,
        size: CGSize(width: 3, height: 1), format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))

    /// Linear light of an sRGB value, IEC 61966-2-1.
    private func light(_ value: Float) -> Float {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Expects the mean of black and white left of the middle, and right of it that of white and the light white.
    private func expectMixed(_ image: CIImage, linear: Bool = false, _ location: SourceLocation = #_sourceLocation) {
        let (first, second) = (Pictures.pixel(of: image, x: 1, y: 0), Pictures.pixel(of: image, x: 2, y: 0))
        let gray: Float = linear ? 0.5 : light(0.5)
        #expect(maximumDifference(first, SIMD4(gray, gray, gray, 1)) < 2e-3, "\(first)", sourceLocation: location)
        // Both pixels are white, so the mean is too, of alpha 0.6 and premultiplied.
        #expect(maximumDifference(second, SIMD4(repeating: 0.6)) < 2e-3, "\(second)", sourceLocation: location)
    }

    private let half = CGAffineTransform(translationX: 0.5, y: 0)

    @Test("A transformed bitmap mixes stored values, also behind crops, clamps and other transforms")
    func transforms() {
        expectMixed(bitmap.transformed(by: half))
        expectMixed(bitmap.cropped(to: CGRect(x: 0, y: 0, width: 3, height: 1)).transformed(by: half))
        expectMixed(bitmap.clampedToExtent().transformed(by: half))
        expectMixed(
            bitmap.transformed(by: CGAffineTransform(translationX: 5, y: 0)).cropped(
                to: CGRect(x: 5, y: 0, width: 3, height: 1)
            ).transformed(by: CGAffineTransform(translationX: -4.5, y: 0)))
    }

    @Test("So do warp kernels, chains of them, and tiles")
    func warps() throws {
        let kernel = try CIWarpKernel(
            compiling: "kernel vec2 left(float distance) { return destCoord() - vec2(distance, 0.0); }")
        func moved(_ image: CIImage, _ distance: Double) -> CIImage {
            kernel.apply(to: image, extent: CGRect(x: -8, y: 0, width: 16, height: 1), region: .inset(-8), distance)
        }
        expectMixed(moved(bitmap, 0.5))
        expectMixed(moved(moved(bitmap, 2), -1.5))
        expectMixed(moved(bitmap.transformed(by: CGAffineTransform(translationX: 1, y: 0)), -0.5))
        // Over a tile of n pixels, n − 1 spaces between pixel centres are stretched.
        let tile = bitmap.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1)).applyingFilter("CIAffineTile")
        let gray = light(0.25)
        #expect(maximumDifference(Pictures.pixel(of: tile, x: 0, y: 0), SIMD4(gray, gray, gray, 1)) < 2e-3)
    }

    /// Half of each pixel and half of its left neighbour.
    private func averaged(_ image: CIImage, _ name: String = "CIConvolution3X3", first: Int = 3) -> CIImage {
        let weights = (0..<9).map { $0 == first || $0 == first + 1 ? CGFloat(0.5) : 0 }
        return image.applyingFilter(name, parameters: ["inputWeights": CIVector(values: weights, count: 9)])
    }

    @Test("So do the convolutions of all components, also of moved bitmaps")
    func convolutions() {
        expectMixed(averaged(bitmap))
        expectMixed(averaged(bitmap, "CIConvolution9Horizontal"))
        let moved = averaged(bitmap.transformed(by: CGAffineTransform(translationX: 7, y: 0)))
        expectMixed(moved.transformed(by: CGAffineTransform(translationX: -7, y: 0)))
    }

    @Test("Images that a filter computed, and bitmaps without a colour space, mix working-space values")
    func others() {
        let inverted = bitmap.applyingFilter("CIColorInvert").applyingFilter("CIColorInvert")
        expectMixed(inverted.transformed(by: half), linear: true)
        expectMixed(averaged(inverted), linear: true)
        let plain = CIImage(
            bitmapData: Data([0, 0, 0, 255, 255, 255, 255, 255, 51, 51, 51, 51]), bytesPerRow: 12,
            size: CGSize(width: 3, height: 1), format: .RGBA8, colorSpace: nil)
        expectMixed(plain.transformed(by: half), linear: true)
    }

    @Test("Without colour management, and in a working space that is the bitmap's own, nothing is converted")
    func unmanaged() {
        for space in [NSNull(), CGColorSpace(name: CGColorSpace.sRGB) as Any] as [Any] {
            let context = CIContext(options: [.workingColorSpace: space])
            var bytes = [UInt8](repeating: 0, count: 4)
            context.render(
                bitmap.transformed(by: half), toBitmap: &bytes, rowBytes: 4,
                bounds: CGRect(x: 1, y: 0, width: 1, height: 1), format: .RGBA8,
                colorSpace: space is NSNull ? nil : CGColorSpace(name: CGColorSpace.sRGB))
            #expect(abs(Int(bytes[0]) - 128) <= 1 && bytes[3] == 255, "\(bytes)")
        }
    }
}
