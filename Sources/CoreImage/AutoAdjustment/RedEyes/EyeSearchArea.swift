import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The area in which a face's eye is searched.
struct EyeSearchArea {
    /// The expected centre of the eye, in the image's coordinates.
    let center: CGPoint
    /// The distance between the face's eyes, in the image's pixels.
    let spacing: Double
    /// The maximum distance of the pupil from `center`, as a fraction of the spacing.
    let tolerance: Double

    /// The tolerance for eyes whose position was detected.
    private static let detectedTolerance = 0.22
    /// The tolerance for eyes whose position is assumed.
    private static let usualTolerance = 0.32
    /// The usual positions of the eyes in an upright face, relative to the centre of its bounds, as fractions of their
    /// width.
    private static let usualEyes = [CGPoint(x: -0.21, y: 0.12), CGPoint(x: 0.21, y: 0.12)]

    /// Returns the left and the right eye of a face.
    ///
    /// - Parameter orientation: The orientation of the image that contains the face.
    static func eyes(of face: CIFaceFeature, orientation: CGImagePropertyOrientation) -> [EyeSearchArea] {
        let known = [
            face.hasLeftEyePosition ? face.leftEyePosition : nil,
            face.hasRightEyePosition ? face.rightEyePosition : nil,
        ]
        // The rotation of the face, followed by the map from upright to stored directions.
        let turn = CGAffineTransform(rotationAngle: CGFloat(face.faceAngle) * .pi / 180)
            .concatenating(orientation.linearMap.inverted())
        let width = min(face.bounds.width, face.bounds.height)
        let usual = usualEyes.map { place in
            let offset = place.applying(turn)
            return CGPoint(x: face.bounds.midX + width * offset.x, y: face.bounds.midY + width * offset.y)
        }
        var spacing = Double(hypot(usual[1].x - usual[0].x, usual[1].y - usual[0].y))
        if let left = known[0], let right = known[1] {
            let measured = Double(hypot(right.x - left.x, right.y - left.y))
            // Detected eyes that nearly coincide don't give a useful distance.
            spacing = min(max(measured, 0.6 * spacing), 1.6 * spacing)
        }
        return zip(known, usual).map { known, usual in
            EyeSearchArea(
                center: known ?? usual, spacing: spacing,
                tolerance: known == nil ? usualTolerance : detectedTolerance)
        }
    }
}
