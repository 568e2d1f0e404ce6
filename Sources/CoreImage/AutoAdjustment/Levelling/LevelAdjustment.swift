import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Levels a tilted picture by its horizon or its buildings: `CIStraightenFilter`, which keeps the frame filled.
///
/// Tilts that are too small to be visible, or too large to be a mistake, are kept.
struct LevelAdjustment: AutoAdjustment {
    var looksAtFaces: Bool { false }

    /// The range of tilts that are corrected, in degrees.
    private static let mended = 0.4...12.0

    func filters(for picture: AnalyzedPicture) -> [CIFilter] {
        guard let tilt = TiltFinder(picture.sample).tilt, Self.mended.contains(abs(tilt)) else { return [] }
        let filter = CIFilter.registered(StraightenFilter())
        // In a mirrored picture the direction of rotation is reversed.
        filter.angle = Float((picture.orientation.isMirrored ? tilt : -tilt) * .pi / 180)
        return [filter]
    }
}
