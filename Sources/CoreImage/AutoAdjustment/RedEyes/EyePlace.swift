import Foundation

/// Where a face's eye is to be looked for.
struct EyePlace {
    /// The middle of the eye, in the image.
    let center: CGPoint
    /// How far the face's eyes are apart.
    let spacing: Double
    /// How far from `center` the pupil may be, as a part of the spacing.
    let tolerance: Double

    /// How exact detectors are.
    private static let detectedTolerance = 0.22
    /// How far eyes are from where they are in most faces.
    private static let usualTolerance = 0.32
    /// Where the eyes are in most faces, from the middle of the bounds, as parts of their width; upright.
    private static let usualEyes = [CGPoint(x: -0.21, y: 0.12), CGPoint(x: 0.21, y: 0.12)]

    /// The left and the right eye of a face.
    ///
    /// - Parameter orientation: Which way up the image is that the face is in.
    static func eyes(of face: CIFaceFeature, orientation: CGImagePropertyOrientation) -> [EyePlace] {
        let known = [
            face.hasLeftEyePosition ? face.leftEyePosition : nil,
            face.hasRightEyePosition ? face.rightEyePosition : nil,
        ]
        // From upright to stored directions, with the face's own turn before.
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
            // Eyes that were found one on the other say nothing of their distance.
            spacing = min(max(measured, 0.6 * spacing), 1.6 * spacing)
        }
        return zip(known, usual).map { known, usual in
            EyePlace(
                center: known ?? usual, spacing: spacing,
                tolerance: known == nil ? usualTolerance : detectedTolerance)
        }
    }
}
