import Foundation

/// A spot in an eye that may be a glowing pupil.
struct FoundGlow {
    let pupil: MeasuredPupil
    /// Its radius as a part of the eyes' distance.
    let relativeRadius: Double
    /// How much it differs from what is around it, from 0 to 1.
    let contrast: Double
    /// 1 where the pupil is expected, 0 at the border of where it may be.
    let closeness: Double

    var score: Double { contrast * (0.5 + closeness) }

    /// Whether it is a glow whatever the other eye looks like: what is small and at the border may be a corner of the eye.
    var isStrong: Bool { contrast > 0.7 && (relativeRadius > 0.035 || closeness > 0.5) }

    /// Whether both may be the glows of one face.
    func isLike(_ other: FoundGlow) -> Bool {
        max(relativeRadius, other.relativeRadius) < 1.8 * min(relativeRadius, other.relativeRadius)
    }
}
