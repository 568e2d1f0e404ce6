import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The possible appearances of a glowing pupil, compared with the skin around the eye.
enum GlowAppearance: CaseIterable {
    /// Much redder than skin; light or dark.
    case red
    /// Overexposed: redder than skin, and lighter than the iris.
    case paleRed
    /// Golden, and lighter than the iris.
    case amber
    /// Colourless, and much lighter than the iris.
    case white

    /// Returns whether a colour may be that of the glow.
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

    /// Returns a measure of a pixel's colour that increases continuously from the iris to the glow.
    func strength(_ color: SIMD3<Float>) -> Float {
        switch self {
        case .red, .paleRed: 1 - color.dullness
        case .amber: 1 - color.blueness
        case .white: color.luminance
        }
    }

    /// The range of a glow's radius, as fractions of the distance between the eyes.
    var radii: ClosedRange<Double> { self == .white ? 0.04...0.12 : 0.02...0.13 }

    /// The minimum closeness of a glow, from 0 at the maximum distance to 1 at the expected position. It is higher for
    /// white, because the white of the eye is beside the iris.
    var leastCloseness: Double { self == .white ? 0.45 : 0 }

    /// The minimum fraction of its bounding ellipse that a glow fills.
    var leastFilling: Double { self == .red ? 0.55 : 0.65 }

    /// Returns the contrast of a glow to its surroundings and to skin, from 0 to 1; nil if it is too low.
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
