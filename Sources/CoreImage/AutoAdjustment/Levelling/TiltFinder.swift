import Foundation

/// Finds how far a picture is tilted, from straight lines that are nearly level or plumb.
struct TiltFinder {
    private let sample: PictureSample

    init(_ sample: PictureSample) { self.sample = sample }

    /// Degrees looked at on both sides of 0.
    private static let limit = 14.0

    /// Degrees counter-clockwise by which what is level or plumb in the world is turned in the picture; nil where lines don't tell.
    var tilt: Double? {
        let (width, height) = (Double(sample.width), Double(sample.height))
        let points = sample.edgePoints(limit: Self.limit + 2)
        let reach = hypot(width, height) / 2
        let level = LineVotes(points, isLevel: true, side: width, reach: reach, limit: Self.limit)
        let plumb = LineVotes(points, isLevel: false, side: height, reach: reach, limit: Self.limit)
        return TiltDecision(level: level, plumb: plumb).tilt
    }
}
