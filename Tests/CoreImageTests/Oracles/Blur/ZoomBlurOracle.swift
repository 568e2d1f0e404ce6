import Foundation
import Testing

extension FilterOracle {
    /// The weighted mean along the ray, sampled at 80 points, fitted to a render that `PublishedRenderTests` compares
    /// with.
    static let zoomBlur = FilterOracle("CIZoomBlur", .published) {
        let picture = smoothPicture
        for (amount, center) in [
            (10.0, CGPoint(x: 4, y: 9)), (30, CGPoint(x: -20, y: 10)), (-12, CGPoint(x: 9, y: 16.5)),
        ] {
            let last = pow(0.98, amount)
            let image = picture.image.applyingFilter(
                "CIZoomBlur", parameters: ["inputAmount": amount, "inputCenter": center])
            let enlarged = CGRect(
                x: center.x + (picture.bounds.minX - center.x) / last,
                y: center.y + (picture.bounds.minY - center.y) / last,
                width: picture.bounds.width / last, height: picture.bounds.height / last)
            let extent = picture.bounds.union(enlarged).integral
            guard image.extent == extent else { throw ExtentMismatch(found: image.extent, expected: extent) }
            try expect(image, in: CGRect(x: -12, y: 1, width: 32, height: 22), tolerance: 0.01) { x, y in
                var (sum, total) = (SIMD4<Double>.zero, 0.0)
                for i in 0..<80 {
                    let t = (Double(i) + 0.5) / 80
                    let (weight, scale) = (1 - 0.47 * (2 * t - 1) * (2 * t - 1), 1 + t * (last - 1))
                    let place = CGPoint(
                        x: center.x + (Double(x) + 0.5 - center.x) * scale,
                        y: center.y + (Double(y) + 0.5 - center.y) * scale)
                    sum += SIMD4<Double>(picture.bilinear(at: place)) * weight
                    total += weight
                }
                return SIMD4<Float>(sum / total)
            }
        }
    }
}
