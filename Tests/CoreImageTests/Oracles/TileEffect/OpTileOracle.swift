import CoreImage
import Foundation

extension FilterOracle {
    /// Each square shows the image around its centre, with distances multiplied by `scale` and directions turned. The
    /// positions of the squares are this project's choice. A scale of 1 without an angle is the identity.
    static let opTile = distortionOracle(
        "CIOpTile",
        settings: [
            squares(2.5, 6, scale: 2.8, angle: 0, width: 4), squares(-3, 1.25, scale: 0.4, angle: 0.7, width: 6.5),
            squares(4, 5, scale: 1.6, angle: -2.5, width: 30), squares(0, 0, scale: 1, angle: 0, width: 5),
            squares(1, 2, scale: 0, angle: 1, width: 3.3),
        ], unchanged: [squares(2, 3, scale: 5, angle: 0.3, width: 0)], slack: .infinity
    ) { setting, point in
        let (width, center) = (setting.number(kCIInputWidthKey), setting.point(kCIInputCenterKey))
        let (u, v) = ((point.x - center.x) / width, (point.y - center.y) / width)
        let middle = CGPoint(x: center.x + width * u.rounded(), y: center.y + width * v.rounded())
        // On an edge between squares, rounding decides.
        if abs(abs(u - u.rounded()) - 0.5) < 1e-4 || abs(abs(v - v.rounded()) - 0.5) < 1e-4 { return nil }
        let distance = setting.number(kCIInputScaleKey) * hypot(point.x - middle.x, point.y - middle.y)
        let azimuth = atan2(point.y - middle.y, point.x - middle.x) - setting.number(kCIInputAngleKey)
        return warped.bilinear(
            at: CGPoint(x: middle.x + distance * cos(azimuth), y: middle.y + distance * sin(azimuth)))
    }

    private static func squares(
        _ x: CGFloat, _ y: CGFloat, scale: Double, angle: Double, width: Double
    ) -> [String: Any] {
        [
            kCIInputCenterKey: CIVector(x: x, y: y), kCIInputScaleKey: scale, kCIInputAngleKey: angle,
            kCIInputWidthKey: width,
        ]
    }
}
