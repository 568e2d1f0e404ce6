import CoreImageEssentials
import Foundation

/// Assigns IDs to faces that they keep from one picture to the next. A face is matched to the previous face that it
/// overlaps most.
struct FaceTracker {
    /// A tracked face.
    struct Track: Sendable {
        let id: Int32
        let bounds: CGRect
        /// The number of consecutive pictures in which the face was found.
        let frameCount: Int32
    }

    private var tracks: [Track] = []
    private var lastID: Int32 = 0

    /// The minimum overlap (intersection over union) of two positions of the same face.
    private static let leastOverlap = 0.2

    /// Returns the tracks of the next picture's faces, in the same order. Previous faces that aren't matched are
    /// forgotten.
    mutating func follow(_ faces: [CGRect]) -> [Track] {
        let pairs = faces.indices.flatMap { face in tracks.indices.map { (face: face, track: $0) } }
            .map { (pair: $0, overlap: Self.overlap(faces[$0.face], tracks[$0.track].bounds)) }
            .filter { $0.overlap >= Self.leastOverlap }
            .sorted { $0.overlap > $1.overlap }
        var partners: [Int: Int] = [:]
        var taken = Set<Int>()
        for (pair, _) in pairs where partners[pair.face] == nil && taken.insert(pair.track).inserted {
            partners[pair.face] = pair.track
        }
        tracks = faces.enumerated().map { index, bounds in
            if let partner = partners[index] {
                return Track(id: tracks[partner].id, bounds: bounds, frameCount: tracks[partner].frameCount + 1)
            }
            lastID += 1
            return Track(id: lastID, bounds: bounds, frameCount: 1)
        }
        return tracks
    }

    /// Returns the area of the intersection divided by that of the union.
    private static func overlap(_ a: CGRect, _ b: CGRect) -> Double {
        let shared = a.intersection(b)
        if shared.isNull { return 0 }
        let area = shared.width * shared.height
        return Double(area / (a.width * a.height + b.width * b.height - area))
    }
}
