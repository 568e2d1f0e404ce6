import CoreImage
import Foundation

extension FilterOracle {
    /// A pixel of the plane that copies of `warped` cover.
    static func repeated(_ column: Int, _ row: Int) -> SIMD4<Float> {
        func remainder(_ value: Int, _ period: Int) -> Int { (value % period + period) % period }
        return warped[
            warped.x + remainder(column - warped.x, warped.width), warped.y + remainder(row - warped.y, warped.height)]
    }

    /// Settings of an affine map: none, smaller, turned and moved, and mirrored.
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
