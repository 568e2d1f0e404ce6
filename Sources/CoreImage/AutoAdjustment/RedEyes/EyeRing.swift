import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The colours of the ring around a spot in an eye.
struct EyeRing {
    /// The median of `GlowAppearance.strength(_:)`.
    let strength: Float
    /// The median of `dullness`.
    let dullness: Float
    /// The 30 % quantile of luminance: besides the iris, the ring may contain the white of the eye and skin.
    let luminance: Float
    /// The 70 % quantile of luminance.
    let highLuminance: Float

    /// Nil if at least a quarter of the ring looks like the glow too.
    init?(_ colors: [SIMD3<Float>], look: GlowAppearance, skin: SkinTone) {
        guard colors.count >= 8, colors.count(where: { look.includes($0, skin: skin) }) * 4 < colors.count else {
            return nil
        }
        func part(_ share: Double, _ value: (SIMD3<Float>) -> Float) -> Float {
            colors.map(value).sorted()[Int(share * Double(colors.count))]
        }
        strength = part(0.5, look.strength)
        dullness = part(0.5, \.dullness)
        luminance = part(0.3, \.luminance)
        highLuminance = part(0.7, \.luminance)
    }
}
