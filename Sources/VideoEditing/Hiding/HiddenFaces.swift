import Anonymising
import CoreImage
import FaceTracking
import Foundation

/// Hides the faces of a video.
struct HiddenFaces: VideoFilter {
    /// What takes the place of faces.
    let recipe: AnonymousFaces
    /// Where each face is.
    let paths: [FacePath]

    func image(of frame: CIImage, at seconds: Double) throws -> CIImage {
        let faces = paths.compactMap { $0.bounds(at: seconds) }
            .filter { $0.insetBy(dx: -$0.width, dy: -$0.height).intersects(frame.extent) }
        return faces.isEmpty ? frame : try recipe.image(of: frame, faces: faces)
    }

    /// Follows the faces of frames.
    ///
    /// - Parameters:
    ///   - found: The faces of frames that have been searched, by time.
    ///   - hold: The time in seconds before the first and after the last sight of a face for which it is hidden, too.
    static func paths(_ found: [(seconds: Double, faces: [CGRect])], hold: Double) -> [FacePath] {
        // A gap that the times before and after it would cover anyway doesn't end a track.
        var tracker = FaceTracker(patience: max(1, 2 * hold))
        var sights: [Int32: [FacePath.Sight]] = [:]
        for (seconds, faces) in found {
            for track in tracker.follow(faces, at: seconds) {
                sights[track.id, default: []].append(.init(time: seconds, bounds: track.bounds))
            }
        }
        return sights.sorted { $0.key < $1.key }.map { FacePath(id: $0.key, sights: $0.value, margin: hold) }
    }
}
