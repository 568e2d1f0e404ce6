import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The project's own formula, as Apple publishes none. `RedEyeCorrectionTests` checks what the repair must achieve.
    static let redEyeCorrection = FilterOracle(
        "CIRedEyeCorrection", .properties, settings: RedEyeFormula.settings.map { ["inputCorrectionInfo": [$0.entry]] }
    ) {
        let picture = RedEyeFormula.picture
        for formula in RedEyeFormula.settings {
            let image = picture.image.applyingFilter(
                "CIRedEyeCorrection", parameters: ["inputCorrectionInfo": [formula.entry]])
            guard image.extent == picture.bounds else {
                throw ExtentMismatch(found: image.extent, expected: picture.bounds)
            }
            try expect(image, in: picture.bounds.insetBy(dx: -1, dy: -1)) { x, y in
                let color = PlainColor(picture[x, y])
                return color.alpha == 0 ? picture[x, y] : formula.repaired(color, at: pixelCenter(x, y)).pixel
            }
        }
    }
}

/// The repair of one eye in double precision.
private struct RedEyeFormula: @unchecked Sendable {
    enum Kind { case red, amber, white }

    let entry: Any
    let kind: Kind
    /// The brightness of the glow, and the least strength of colour that is repaired.
    let level: Double
    let least: Double
    /// Returns how far a point is repaired, from 0 to 1.
    let share: @Sendable (CGPoint) -> Double

    /// Reds, golds, browns, grays and lights of many strengths, some of them transparent in part.
    static let picture = PixelGrid(x: -3, y: 4, width: 26, height: 22) { x, y in
        let alpha: Float = [1, 1, 0.5, 1, 0, 1][abs(x * 3 + y * 5) % 6]
        let red = Float(abs(x * 7 + y * 3) % 12) / 10
        let green = red * Float(abs(x + y * 4) % 11) / 10
        return SIMD4(red, green, green * Float(abs(x * 2 + y) % 7) / 6, 1) * alpha
    }

    static let settings: [RedEyeFormula] = [
        pupil(8, 12, 6, glow: [0.6, 0.03, 0.05], .red, level: 0.6, least: 0.45 * (1 - 0.05 / 0.6)),
        pupil(11.3, 17.8, 4.5, glow: [1.1, 0.6, 0.1], .amber, level: 1.1, least: 0.45 * (1 - 0.1 / 1.1)),
        pupil(4, 9, 9, glow: [0.6, 0.7, 0.65], .white, level: 0.7, least: 0),
        pupil(6, 15, 3, glow: nil, .red, level: 0.4, least: 0.45 * 0.92),
        RedEyeFormula(
            entry: CIVector(x: 2, y: 7, z: 17, w: 12.5), kind: .red, level: 0.15, least: 0.7,
            share: { point in
                let inside = min(min(point.x - 2, 19 - point.x), min(point.y - 7, 19.5 - point.y))
                return smooth(Double(inside) / (12.5 / 8))
            }),
    ]

    private static func pupil(
        _ x: CGFloat, _ y: CGFloat, _ radius: CGFloat, glow: [CGFloat]?, _ kind: Kind, level: Double, least: Double
    ) -> RedEyeFormula {
        let entry: Any =
            if let glow {
                [
                    "center": CIVector(x: x, y: y), "radius": Double(radius),
                    "glow": CIVector(x: glow[0], y: glow[1], z: glow[2]),
                ] as [String: Any]
            } else { CIVector(x: x, y: y, z: radius) }
        return RedEyeFormula(
            entry: entry, kind: kind, level: level, least: least,
            share: { point in
                1 - smooth(Double((hypot(point.x - x, point.y - y) - radius) / (radius / 4 + 1)))
            })
    }

    /// Returns a smooth transition from 0 at 0 to 1 at 1.
    private static func smooth(_ place: Double) -> Double {
        let t = min(max(place, 0), 1)
        return 3 * t * t - 2 * t * t * t
    }

    func repaired(_ color: PlainColor, at point: CGPoint) -> PlainColor {
        let share = share(point)
        let (most, low) = (
            max(color.red, color.green, color.blue), min(color.red, color.green, color.blue)
        )
        let missing = kind == .red ? max(color.green, color.blue) : color.blue
        let strength = color.red > 0 ? 1 - missing / color.red : 0
        let rim = least + (1 - share) / 5
        let colored = kind == .white ? 1 : Self.smooth((strength - rim) / 0.2)
        let (dim, bright) = kind == .red ? (0.08, 0.3) : (0.15, 0.4)
        let lit = Self.smooth((most / level - dim) / (bright - dim))
        let haze = kind == .white ? 1.1 * level : level * max(0, 1 - least / 0.45)
        let catchlight = low * min(max((low - haze) / max(1 - haze, 0.05), 0), 1)
        let pupil = 0.006 * level + min(most, level) / 100 + catchlight
        return color.mapping { $0 + (pupil - $0) * share * colored * lit }
    }
}
