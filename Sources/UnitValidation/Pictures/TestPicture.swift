import CoreImage
import Foundation

/// Pictures that reveal errors of filters: with smooth areas, hard edges, fine detail, and all degrees of transparency.
///
/// Colours are premultiplied, finite, and don't exceed their alpha.
enum TestPicture {
    /// Returns a picture with its lower left corner at the origin. Each `variant` gives a different picture.
    static func image(width: Int, height: Int, variant: Int = 0) -> CIImage {
        var pixels: [SIMD4<Float>] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { pixels.append(pixel(x, y, width, height, variant)) }
        }
        let data = pixels.withUnsafeBytes { Data($0) }
        return CIImage(
            bitmapData: data, bytesPerRow: width * MemoryLayout<SIMD4<Float>>.stride,
            size: CGSize(width: width, height: height), format: .RGBAf, colorSpace: nil)
    }

    private static func pixel(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ variant: Int) -> SIMD4<Float> {
        let (u, v) = ((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
        let turn = Float(variant) * 1.7
        var color = SIMD4<Float>(0.5 + 0.5 * sinf(6.3 * u + turn), 0.5 + 0.5 * sinf(5 * v - turn), 1 - u * v, 1)
        // Squares with hard edges.
        if (x / 12 + y / 12 + variant).isMultiple(of: 3) { color *= SIMD4(0.2, 0.35, 0.3, 1) }
        // Irregular detail at the scale of single pixels.
        let noise = Float((x &* 73_856_093 ^ y &* 19_349_663 ^ variant &* 83_492_791) & 255) / 255
        color *= SIMD4(repeating: 0.75 + 0.25 * noise).replacingAlpha(with: 1)
        let (dx, dy) = (u - 0.7, v - 0.4)
        let distance = sqrtf(dx * dx + dy * dy)
        let alpha = min(1, max(0, (distance - 0.08) * 8))
        return color * alpha
    }
}

extension SIMD4<Float> {
    fileprivate func replacingAlpha(with alpha: Float) -> SIMD4<Float> { SIMD4(x, y, z, alpha) }
}
