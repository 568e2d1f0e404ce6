import Foundation

/// Gives the faces of one picture after the other IDs, which they keep.
///
/// Each face is expected where it moves at constant velocity, and found faces are matched with expected ones so that
/// the sum of their distances is least. So people who cross keep their IDs, and so does a face that isn't found for a
/// while. Coordinates are those of the pictures; only distances relative to the sizes of faces matter.
package struct FaceTracker: Sendable {
    /// A found face with its ID.
    package struct Track: Sendable {
        /// The ID, from 1. IDs of forgotten faces aren't used again.
        package let id: Int32
        /// The bounds of the face as it was found.
        package let bounds: CGRect
        /// The number of consecutive pictures in which the face was found, including this one.
        package let frameCount: Int32

        /// Creates a track.
        package init(id: Int32, bounds: CGRect, frameCount: Int32) {
            (self.id, self.bounds, self.frameCount) = (id, bounds, frameCount)
        }
    }

    private struct Candidate: Sendable {
        let id: Int32
        var motion: FaceMotion
        var frameCount: Int32
    }

    /// The distance of a face from where it is expected, in widths, up to which it can be the same.
    private static let reach = 0.7
    /// The growth of that distance for each second without the face, as its motion is less and less certain.
    private static let growth = 1.0
    /// The ratio of sizes up to which two faces can be the same.
    private static let largestRatio = 2.0

    /// The time in seconds after which a face that isn't found is forgotten.
    package let patience: Double
    private var candidates: [Candidate] = []
    private var lastID: Int32 = 0

    /// Creates a tracker without faces.
    package init(patience: Double = 1) { self.patience = patience }

    /// Returns the tracks of a picture's faces, in the order of the faces.
    ///
    /// - Parameters:
    ///   - faces: The bounds of all found faces.
    ///   - time: The picture's time in seconds, later than that of the picture before.
    package mutating func follow(_ faces: [CGRect], at time: Double) -> [Track] {
        candidates.removeAll { time - $0.motion.time > patience }
        let costs = faces.map { face in candidates.map { Self.distance(face, $0.motion, time) } }
        let partners = Assignment.columns(costs, single: Self.reach + Self.growth * patience + 1)
        var isFound = [Bool](repeating: false, count: candidates.count)
        var tracks: [Track] = []
        for (face, partner) in zip(faces, partners) {
            if let partner {
                isFound[partner] = true
                candidates[partner].motion.observe(face, at: time)
                candidates[partner].frameCount += 1
                tracks.append(
                    Track(id: candidates[partner].id, bounds: face, frameCount: candidates[partner].frameCount))
            } else {
                lastID += 1
                candidates.append(Candidate(id: lastID, motion: FaceMotion(face, at: time), frameCount: 1))
                tracks.append(Track(id: lastID, bounds: face, frameCount: 1))
            }
        }
        for index in isFound.indices where !isFound[index] { candidates[index].frameCount = 0 }
        return tracks
    }

    /// Returns the distance of a face from where one is expected, in widths; nil if it can't be the same.
    private static func distance(_ face: CGRect, _ motion: FaceMotion, _ time: Double) -> Double? {
        let expected = motion.bounds(at: time)
        let width = (face.width + expected.width) / 2
        guard width > 0, min(face.width, expected.width) * largestRatio >= max(face.width, expected.width) else {
            return nil
        }
        let distance = hypot(face.midX - expected.midX, face.midY - expected.midY) / width
        // A change of size counts a little, so that a near face isn't taken for one behind it.
        let change = abs(log(face.width / expected.width))
        return distance <= reach + growth * max(time - motion.time, 0) ? distance + 0.25 * change : nil
    }
}
