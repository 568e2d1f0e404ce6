import Foundation

/// What a glow in an eye can look like, beside the skin around it.
enum GlowLook: CaseIterable {
    /// Much redder than skin, light or dark.
    case red
    /// Overexposed: redder than skin, and lighter than the iris around it.
    case paleRed
    /// Golden, and lighter than the iris around it.
    case amber
    /// Without colour, and much lighter than the iris around it.
    case white

    /// Whether a colour may be the glow's.
    func includes(_ color: SIMD3<Float>, skin: SkinTone) -> Bool {
        switch self {
        case .red:
            return color.dullness < min(0.33, 0.45 * skin.dullness) && color.x > max(0.1 * skin.red, 0.01)
        case .paleRed:
            return color.dullness < min(0.33, 0.68 * skin.dullness) && color.x > 0.6 * skin.red
        case .amber:
            let isGolden = color.blueness < min(0.16, 0.45 * skin.blueness) && color.dullness > 0.3
            return isGolden && color.y <= color.x && color.x > 0.6 * skin.red
        case .white:
            let (least, most) = (color.min(), color.max())
            return least > 0.6 * most && color.luminance > max(0.2, 1.3 * skin.luminance)
        }
    }

    /// The strength of a pixel's colour, which grows evenly from the iris to the glow.
    func strength(_ color: SIMD3<Float>) -> Float {
        switch self {
        case .red, .paleRed: 1 - color.dullness
        case .amber: 1 - color.blueness
        case .white: color.luminance
        }
    }

    /// The radius of a glow, in parts of the eyes' distance.
    var radii: ClosedRange<Double> { self == .white ? 0.04...0.12 : 0.02...0.13 }

    /// How near to where the pupil is expected a glow is, from 0 at the border to 1: the white of an eye is white and beside the iris.
    var leastCloseness: Double { self == .white ? 0.45 : 0 }

    /// How much of the ellipse around it a glow fills.
    var leastFilling: Double { self == .red ? 0.55 : 0.65 }

    /// How much a glow differs from what is around it and from skin, from 0 to 1; nil where that isn't enough.
    func contrast(of color: SIMD3<Float>, against ring: EyeRing, skin: SkinTone) -> Double? {
        let beside = color.dullness / min(ring.dullness, skin.dullness)
        let darkness = ring.luminance / color.luminance
        switch self {
        case .red: return beside < 0.55 ? Double(1 - beside) : nil
        case .paleRed: return beside < 0.75 && darkness < 0.5 ? Double(1 - beside * darkness) : nil
        case .amber: return darkness < 0.6 ? Double(1 - darkness) : nil
        case .white: return darkness < 0.35 && ring.highLuminance < 0.7 * color.luminance ? Double(1 - darkness) : nil
        }
    }
}
