import CoreImage
import Foundation

extension FilterOracle {
    /// A lattice of round holes, π radii apart, turned and compressed; the formula is ours.
    static let modTransition = transition(
        "CIModTransition", .properties, tolerance: 4e-3,
        settings: [
            holes(0.3, angle: 0, radius: 4, compression: 1e6), holes(0.5, angle: 0.6, radius: 3, compression: 20),
            holes(0.8, angle: -2, radius: 6.5, compression: 5), holes(0.01, angle: 2, radius: 0, compression: 0),
        ]
    ) { setting, point in
        let (time, angle) = (setting.number(kCIInputTimeKey), setting.number(kCIInputAngleKey))
        let (radius, center) = (max(setting.number(kCIInputRadiusKey), 1), setting.point(kCIInputCenterKey))
        let compression = max(setting.number("inputCompression"), 1)
        let (x, y) = (point.x - center.x, point.y - center.y)
        let compressed = compression * x / (compression + abs(x))
        // The lattice's own axes.
        let (distance, azimuth) = (hypot(compressed, y), atan2(y, compressed) - angle)
        let (u, v) = (distance * cos(azimuth), distance * sin(azimuth))
        // By cos a + cos b = 2 cos((a + b) / 2) cos((a − b) / 2).
        let height = 0.5 + 0.5 * cos((u + v) / radius) * cos((u - v) / radius)
        let share = min(max(radius * (height - 1 + time) + time, 0), 1)
        return mixed(pixel(arriving, point), pixel(leaving, point), share: share)
    }

    private static func holes(_ time: Double, angle: Double, radius: Double, compression: Double) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputAngleKey: angle, kCIInputRadiusKey: radius, "inputCompression": compression,
            kCIInputCenterKey: CIVector(x: 4.5, y: 3),
        ]
    }
}
