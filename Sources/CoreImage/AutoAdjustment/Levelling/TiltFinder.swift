import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Measures a picture's tilt by straight lines that are nearly horizontal or vertical.
struct TiltFinder {
    private let sample: PictureSample

    init(_ sample: PictureSample) { self.sample = sample }

    /// The maximum angle that is examined in both directions, in degrees.
    private static let limit = 14.0

    /// The rotation of horizontal and vertical lines of the scene in the picture, in degrees counter-clockwise; nil if
    /// the lines don't determine it.
    var tilt: Double? {
        let (width, height) = (Double(sample.width), Double(sample.height))
        let points = sample.edgePoints(limit: Self.limit + 2)
        let reach = hypot(width, height) / 2
        let level = LineVotes(points, isLevel: true, side: width, reach: reach, limit: Self.limit)
        let plumb = LineVotes(points, isLevel: false, side: height, reach: reach, limit: Self.limit)
        return TiltDecision(level: level, plumb: plumb).tilt
    }
}
