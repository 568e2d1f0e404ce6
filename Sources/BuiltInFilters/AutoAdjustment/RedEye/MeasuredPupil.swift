import CoreImageEssentials
import Foundation

/// A measured glowing pupil, and its entry in the correction info.
package struct MeasuredPupil: Sendable {
    /// The pupil's centre in the image.
    let center: CGPoint
    /// Its radius in the image's pixels.
    let radius: Double
    /// The glow's colour in linear sRGB.
    let glow: SIMD3<Float>

    package init(center: CGPoint, radius: Double, glow: SIMD3<Float>) {
        self.center = center
        self.radius = radius
        self.glow = glow
    }

    /// The repair of the pupil; nil if the glow isn't a colour.
    var eye: RepairedEye? {
        PupilGlow(red: Double(glow.x), green: Double(glow.y), blue: Double(glow.z)).map {
            RepairedEye(shape: .pupil(center: center, radius: radius), glow: $0)
        }
    }

    /// The pupil's entry in the correction info.
    var entry: [String: Any] {
        [
            "center": CIVector(cgPoint: center), "radius": NSNumber(value: radius),
            "glow": CIVector(x: CGFloat(glow.x), y: CGFloat(glow.y), z: CGFloat(glow.z)),
        ]
    }
}
