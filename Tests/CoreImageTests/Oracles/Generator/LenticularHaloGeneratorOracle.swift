import CoreImage
import Foundation

extension FilterOracle {
    /// Fitted to a render at overlap, strength, contrast and time 1: a ring of the noise's streaks that rises and falls
    /// by a cubic. With less overlap there are three rings, blue inside green inside red, as wide as needed to fill the
    /// halo.
    static let lenticularHaloGenerator = publishedPixels(
        "CILenticularHaloGenerator", tolerance: 1e-3, picture: "739c81b0f4",
        parameters: halo(at: CGPoint(x: 100, y: 100), radius: 50, width: 50, overlap: 1, strength: 1, time: 1),
        showing: CGRect(x: 0, y: 0, width: 200, height: 200),
        settings: [
            halo(at: CGPoint(x: 3.5, y: -8.25), radius: 9, width: 20, overlap: 0.77, strength: 0.5, time: 0),
            halo(at: CGPoint(x: -40, y: 12), radius: 20, width: 60, overlap: 0, strength: 3, time: 0.4),
            halo(at: CGPoint(x: 10, y: 0), radius: 0, width: 30, overlap: 0.5, strength: 1, time: 0.9),
        ], in: CGRect(x: -30, y: -20, width: 57, height: 43),
        extent: { setting in
            let center = setting.point(kCIInputCenterKey)
            let reach = setting.number("inputHaloRadius") + setting.number("inputHaloWidth")
            return CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        }
    ) { setting, point in
        let center = setting.point(kCIInputCenterKey)
        let offset = CGPoint(x: point.x - center.x, y: point.y - center.y)
        let ring = setting.number("inputHaloWidth") / (1 + 2 * (1 - setting.number("inputHaloOverlap")))
        let rings = [2.0, 1, 0].map { step -> Float in
            let middle =
                setting.number("inputHaloRadius") + ring / 2
                + step * (1 - setting.number("inputHaloOverlap")) * ring
            let t = abs(hypot(offset.x, offset.y) - middle) / (ring / 2)
            return t < 1 ? Float(1 - 3 * t * t + 2 * t * t * t) : 0
        }
        let share = SIMD4(rings[0], rings[1], rings[2], rings.max() ?? 0) * Float(streak(setting, offset))
        return limited(setting.pixel(kCIInputColorKey) * share)
    }

    private static func halo(
        at center: CGPoint, radius: Double, width: Double, overlap: Double, strength: Double, time: Double
    ) -> [String: Any] {
        [
            kCIInputCenterKey: center, "inputHaloRadius": radius, "inputHaloWidth": width, "inputHaloOverlap": overlap,
            "inputStriationStrength": strength, "inputStriationContrast": strength, kCIInputTimeKey: time,
            kCIInputColorKey: CIColor(red: 0x7e / 255.0, green: 1, blue: 0xe8 / 255.0),
        ]
    }
}
