import CoreImage
import Foundation

extension FilterOracle {
    /// A square lattice of round holes, a radius apart, turned and compressed. Two renders show it near the middle of
    /// the time, at angles of 2 and 3, radii of 150 and 50, and compressions of 300 and 1.
    static let modTransition = transitionOracle(
        "CIModTransition", .published, tolerance: 4e-3,
        settings: [
            holes(0.3, angle: 0, radius: 4, compression: 1e6), holes(0.5, angle: 0.6, radius: 3, compression: 20),
            holes(0.8, angle: -2, radius: 6.5, compression: 5), holes(0.01, angle: 2, radius: 0, compression: 0),
            holes(0.95, angle: 3, radius: 9, compression: 1), holes(0.99, angle: 1, radius: 2, compression: 30),
        ]
    ) { setting, point in
        let (time, angle) = (setting.number(kCIInputTimeKey), setting.number(kCIInputAngleKey))
        let (radius, center) = (max(setting.number(kCIInputRadiusKey), 1), setting.point(kCIInputCenterKey))
        let compression = max(setting.number("inputCompression"), 1)
        let (x, y) = (point.x - center.x, point.y - center.y)
        // Lengths in compressions, counted from where holes are narrowest.
        func compressed(_ u: Double) -> Double {
            u > 0 ? 2.1405 * (1 - 1.3236 / (1.3236 + u)) : u < 0 ? -compressed(-u) : 0
        }
        let bent = compression * (compressed(x / compression - 0.5) - compressed(-0.5))
        // In the lattice's own axes, the four holes around the pixel are compared, and the nearest one counts.
        let turn = angle * time + 0.25 * .pi - 0.25 * .pi * time
        let (along, across) = (hypot(bent, y) / radius, atan2(y, bent) - turn)
        let (column, row) = ((along * cos(across)).rounded(.down), (along * sin(across)).rounded(.down))
        var nearest = Double.infinity
        for (i, j) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
            let (u, v) = ((column + i) * radius, (row + j) * radius)
            nearest = min(nearest, hypot(u * cos(turn) - v * sin(turn) - bent, u * sin(turn) + v * cos(turn) - y))
        }
        let share = min(max(0.5 + 17 * (1 - nearest / (0.73651 * radius * time)), 0), 1)
        return mixed(pixel(arriving, point), pixel(leaving, point), share: share)
    }

    private static func holes(_ time: Double, angle: Double, radius: Double, compression: Double) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputAngleKey: angle, kCIInputRadiusKey: radius, "inputCompression": compression,
            kCIInputCenterKey: CIVector(x: 4.5, y: 3),
        ]
    }
}
