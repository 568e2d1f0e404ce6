import Foundation

/// A glowing pupil as it was measured, and its entry in the information for the repair.
struct MeasuredPupil: Sendable {
    /// The pupil's centre in the image.
    let center: CGPoint
    /// Its radius in the image's pixels.
    let radius: Double
    /// The glow's colour in linear sRGB.
    let glow: SIMD3<Float>

    /// What the repair does to it; nil for a colour that is none.
    var eye: RepairedEye? {
        PupilGlow(red: Double(glow.x), green: Double(glow.y), blue: Double(glow.z)).map {
            RepairedEye(shape: .pupil(center: center, radius: radius), glow: $0)
        }
    }

    /// The entry that stands for it.
    var entry: [String: Any] {
        [
            "center": CIVector(cgPoint: center), "radius": NSNumber(value: radius),
            "glow": CIVector(x: CGFloat(glow.x), y: CGFloat(glow.y), z: CGFloat(glow.z)),
        ]
    }
}
