import CoreImage
import Foundation

extension FilterOracle {
    /// A ray is followed back from mirror to mirror, and loses light at each.
    static let triangleKaleidoscope = distortionOracle(
        "CITriangleKaleidoscope",
        settings: [
            triangle(2.5, 6, size: 7, rotation: 5.924285296593801, decay: 0.85),
            triangle(-4, 3.3, size: 12, rotation: -0.4, decay: 0.5),
            triangle(3, 7, size: 5, rotation: 40, decay: 0), triangle(1, 5, size: 9, rotation: 0, decay: 1),
            triangle(2, 4, size: 300, rotation: 1, decay: 0.2),
        ], slack: .infinity
    ) { setting, point in
        let (middle, side) = (setting.point("inputPoint"), setting.number("inputSize"))
        // The mirrors face the middle, at the radius of the triangle's inscribed circle. Without rotation the first one
        // lies below.
        let normals = (0..<3).map { number in
            let azimuth = setting.number("inputRotation") - .pi / 2 + Double(number) * 2 * .pi / 3
            return (x: cos(azimuth), y: sin(azimuth))
        }
        let reach = side / (2 * sqrt(3))
        var (x, y, light) = (point.x - middle.x, point.y - middle.y, Float(1))
        while let mirror = normals.first(where: { $0.x * x + $0.y * y > reach }) {
            let behind = mirror.x * x + mirror.y * y - reach
            (x, y) = (x - 2 * behind * mirror.x, y - 2 * behind * mirror.y)
            light *= Float(setting.number("inputDecay"))
        }
        // On a mirror, rounding decides whether it reflects.
        if normals.contains(where: { abs($0.x * x + $0.y * y - reach) < 1e-4 }) { return nil }
        let color = warped.bilinear(at: CGPoint(x: middle.x + x, y: middle.y + y))
        return SIMD4(color.x * light, color.y * light, color.z * light, color.w)
    }

    private static func triangle(
        _ x: CGFloat, _ y: CGFloat, size: Double, rotation: Double, decay: Double
    ) -> [String: Any] {
        [
            "inputPoint": CIVector(x: x, y: y), "inputSize": size, "inputRotation": rotation, "inputDecay": decay,
        ]
    }
}
