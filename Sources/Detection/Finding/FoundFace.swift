import CDetection
import CoreImageEssentials
import Foundation

/// A face that the engine found, in coordinates of the image.
struct FoundFace: Sendable {
    var bounds: CGRect
    var leftEye: CGPoint?
    var rightEye: CGPoint?
    var mouth: CGPoint?
    var angle = 0.0
    var leftEyeClosed = false
    var rightEyeClosed = false
    var smiles = false
}

extension FoundFace {
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

    /// Returns the face transformed by a map of the image, which rotates the upright picture by `degrees`
    /// counter-clockwise.
    func moved(by map: CGAffineTransform, turning degrees: Double) -> FoundFace {
        var face = self
        face.bounds = bounds.applying(map)
        face.leftEye = leftEye?.applying(map)
        face.rightEye = rightEye?.applying(map)
        face.mouth = mouth?.applying(map)
        face.angle += degrees
        return face
    }
}
