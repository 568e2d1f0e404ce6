import Foundation

/// Gives faces numbers that they keep from one picture to the next: a face is the one that it overlaps most.
struct FaceTracker {
    /// A face that is being followed.
    struct Track: Sendable {
        let id: Int32
        let bounds: CGRect
        /// Pictures in which it has been seen, one after the other.
        let frameCount: Int32
    }

    private var tracks: [Track] = []
    private var lastID: Int32 = 0

    /// Least area that two sights of a face share, as a part of what they cover together.
    private static let leastOverlap = 0.2

    /// The tracks of the next picture's faces, in their order. Faces of the last picture that aren't seen again are forgotten.
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

    /// The area that both cover, of that which either covers.
    private static func overlap(_ a: CGRect, _ b: CGRect) -> Double {
        let shared = a.intersection(b)
        if shared.isNull { return 0 }
        let area = shared.width * shared.height
        return Double(area / (a.width * a.height + b.width * b.height - area))
    }
}
