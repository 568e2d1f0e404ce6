import Foundation

/// What is around a spot in an eye.
struct EyeRing {
    /// The strength of the middle colour.
    let strength: Float
    /// The middle of what green and blue are of red.
    let dullness: Float
    /// How light the darker part is: beside the iris there are the white of the eye and skin.
    let luminance: Float
    /// How light all but the lightest part is.
    let highLuminance: Float

    /// nil where the look of the glow goes on around the spot.
    init?(_ colors: [SIMD3<Float>], look: GlowLook, skin: SkinTone) {
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
