import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// A spot in an eye that may be a glowing pupil.
struct FoundGlow {
    let pupil: MeasuredPupil
    /// The radius as a fraction of the distance between the eyes.
    let relativeRadius: Double
    /// The contrast to the surroundings, from 0 to 1.
    let contrast: Double
    /// 1 at the expected position of the pupil, 0 at the maximum distance from it.
    let closeness: Double

    var score: Double { contrast * (0.5 + closeness) }

    /// Whether the spot is a glow even without one in the other eye. A small spot far from the expected position may be
    /// a corner of the eye.
    var isStrong: Bool { contrast > 0.7 && (relativeRadius > 0.035 || closeness > 0.5) }

    /// Returns whether both spots can be the glows of one face.
    func isLike(_ other: FoundGlow) -> Bool {
        max(relativeRadius, other.relativeRadius) < 1.8 * min(relativeRadius, other.relativeRadius)
    }
}
