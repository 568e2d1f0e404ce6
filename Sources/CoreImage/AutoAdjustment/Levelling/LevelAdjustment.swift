import Foundation

/// Turns a tilted picture level, by its horizon or its buildings: `CIStraightenFilter`, which keeps the frame filled.
///
/// Tilts that nobody sees stay, and those that are too large to be a mistake.
struct LevelAdjustment: AutoAdjustment {
    var looksAtFaces: Bool { false }

    /// Degrees.
    private static let mended = 0.4...12.0

    func filters(for picture: AnalyzedPicture) -> [CIFilter] {
        guard let tilt = TiltFinder(picture.sample).tilt, Self.mended.contains(abs(tilt)) else { return [] }
        let filter = StraightenFilter()
        // Turns go the other way round in a mirrored picture.
        filter.angle = Float((picture.orientation.isMirrored ? tilt : -tilt) * .pi / 180)
        return [filter]
    }
}
