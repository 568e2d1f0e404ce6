import CoreImage
import Foundation

extension FilterOracle {
    /// Returns the pixel at a point of a plane of copies of `warped`. Copies touch at the centres of their outermost
    /// pixels.
    static func repeated(at point: CGPoint) -> SIMD4<Float>? {
        func place(_ value: CGFloat, _ start: Int, _ count: Int) -> CGFloat? {
            let copies = (value - CGFloat(start)) / CGFloat(count)
            // At a seam, rounding decides between two copies.
            if abs(copies - copies.rounded()) < 1e-5 { return nil }
            return CGFloat(start) + 0.5 + (copies - copies.rounded(.down)) * CGFloat(count - 1)
        }
        guard let x = place(point.x, warped.x, warped.width), let y = place(point.y, warped.y, warped.height) else {
            return nil
        }
        return warped.bilinear(at: CGPoint(x: x, y: y))
    }

    /// Settings of affine transforms: identity, reduced, turned and moved, and mirrored.
    static var transforms: [[String: Any]] {
        [
            CGAffineTransform.identity, CGAffineTransform(scaleX: 0.4, y: 0.4),
            CGAffineTransform(rotationAngle: -0.7).translatedBy(x: 0.3, y: 2), CGAffineTransform(scaleX: -3, y: 2),
        ].map { [kCIInputTransformKey: $0] }
    }

    /// The point that a setting's affine map takes to `point`, by Cramer's rule.
    static func origin(of point: CGPoint, _ setting: [String: Any]) -> CGPoint {
        guard let map = setting[kCIInputTransformKey] as? CGAffineTransform else {
            return CGPoint(x: CGFloat.nan, y: .nan)
        }
        let (x, y) = (point.x - map.tx, point.y - map.ty)
        let area = map.a * map.d - map.b * map.c
        return CGPoint(x: (x * map.d - y * map.c) / area, y: (y * map.a - x * map.b) / area)
    }
}
