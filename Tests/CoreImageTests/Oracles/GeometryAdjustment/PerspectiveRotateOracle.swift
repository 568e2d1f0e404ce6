import CoreImage
import Foundation

extension FilterOracle {
    /// Each pixel's ray is turned back about the three axes, one after the other, and meets the image's plane.
    static let perspectiveRotate = warpOracle(
        "CIPerspectiveRotate", .properties,
        settings: [
            ["inputPitch": 0.3], ["inputYaw": -0.35, "inputFocalLength": 50.0], ["inputRoll": 0.6],
            ["inputPitch": -0.2, "inputYaw": 0.25, "inputRoll": -0.4, "inputFocalLength": 35.0], ["inputPitch": 0.0],
        ], in: CGRect(x: -25, y: -25, width: 60, height: 60),
        extent: { setting in
            if turn(setting, forward: true)(warped.bounds.corners[0]) == warped.bounds.corners[0] {
                return warped.bounds
            }
            return CGRect(around: warped.bounds.corners.map(turn(setting, forward: true)))
        }
    ) { setting, point in turn(setting, forward: false)(point) }

    private static func turn(_ setting: [String: Any], forward: Bool) -> (CGPoint) -> CGPoint {
        let bounds = warped.bounds
        // The diagonal is 43.27 mm long on film of 36 mm × 24 mm.
        let millimetre = hypot(bounds.width, bounds.height) / hypot(36, 24)
        let focal = (setting["inputFocalLength"] == nil ? 28 : setting.number("inputFocalLength")) * millimetre
        let angles = (setting.number("inputPitch"), setting.number("inputYaw"), setting.number("inputRoll"))
        return { point in
            var (x, y, z) = (point.x - bounds.midX, point.y - bounds.midY, CGFloat(-focal))
            func about(_ a: inout CGFloat, _ b: inout CGFloat, _ angle: Double) {
                (a, b) = (a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle))
            }
            if forward {
                about(&z, &x, angles.1)
                about(&y, &z, angles.0)
                about(&x, &y, angles.2)
            } else {
                about(&x, &y, -angles.2)
                about(&y, &z, -angles.0)
                about(&z, &x, -angles.1)
            }
            return CGPoint(x: bounds.midX - focal * x / z, y: bounds.midY - focal * y / z)
        }
    }
}
