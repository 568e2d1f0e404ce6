import CoreImage
import Foundation

extension FilterOracle {
    /// Snell's law across a rod with round ends. The half-round surface is this project's choice.
    static let glassLozenge = distortionOracle(
        "CIGlassLozenge",
        settings: [
            lozenge((-1, 5), (6, 8), 4, 1.7), lozenge((9, 3), (12, 14), 6, 3), lozenge((2, 6), (2, 6), 5, 1.4),
            lozenge((4, 8), (0, 4), 3, 0.5), lozenge((-30, 5), (40, 5.5), 7, 2), lozenge((4, 8), (0, 4), 3, -2),
        ],
        unchanged: [
            lozenge((-1, 5), (6, 8), 4, 1), lozenge((-1, 5), (6, 8), 0, 1.7), lozenge((-1, 5), (6, 8), .nan, 1.7),
            lozenge((-1, 5), (6, 8), 5, .nan), lozenge((60, 5), (80, 8), 4, 1.7),
        ], slack: 9, tolerance: 4e-3
    ) { setting, point in
        let (start, end) = (setting.point("inputPoint0"), setting.point("inputPoint1"))
        let (x, y) = (end.x - start.x, end.y - start.y)
        let length = max(hypot(x, y), 1e-12)
        let along = min(max(((point.x - start.x) * x + (point.y - start.y) * y) / length, 0), length) / length
        let nearest = CGPoint(x: start.x + along * x, y: start.y + along * y)
        let radius = setting.number(kCIInputRadiusKey)
        let distance = hypot(point.x - nearest.x, point.y - nearest.y) / radius
        if distance >= 1 || distance == 0 { return warped.bilinear(at: point) }
        let factor = refracted(distance, index: max(setting.number("inputRefraction"), 1.0 / 16)) / distance
        return warped.bilinear(
            at: CGPoint(
                x: nearest.x + (point.x - nearest.x) * factor, y: nearest.y + (point.y - nearest.y) * factor))
    }

    private static func lozenge(
        _ start: (CGFloat, CGFloat), _ end: (CGFloat, CGFloat), _ radius: Double, _ refraction: Double
    ) -> [String: Any] {
        [
            "inputPoint0": CIVector(x: start.0, y: start.1), "inputPoint1": CIVector(x: end.0, y: end.1),
            "inputRadius": radius, "inputRefraction": refraction,
        ]
    }
}
