import CDetection
import Foundation

/// A face that the engine found, in coordinates of the image.
struct FoundFace: Sendable {
    let bounds: CGRect
    let leftEye: CGPoint?
    let rightEye: CGPoint?
    let mouth: CGPoint?
    let angle: Double
    let leftEyeClosed: Bool
    let rightEyeClosed: Bool
    let smiles: Bool

    init(_ face: detection_face, in picture: DetectionPicture) {
        bounds = picture.rect(
            CGRect(
                x: face.center.x - face.side / 2, y: face.center.y - face.side / 2, width: face.side, height: face.side)
        )
        leftEye = face.has_left_eye != 0 ? picture.point(face.left_eye) : nil
        rightEye = face.has_right_eye != 0 ? picture.point(face.right_eye) : nil
        mouth = face.has_mouth != 0 ? picture.point(face.mouth) : nil
        angle = face.angle
        (leftEyeClosed, rightEyeClosed) = (face.left_eye_closed != 0, face.right_eye_closed != 0)
        smiles = face.smiles != 0
    }
}
