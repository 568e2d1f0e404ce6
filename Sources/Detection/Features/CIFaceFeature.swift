import CoreImageEssentials
import FaceTracking
import Foundation

/// A face in an image, with the positions and states of its eyes and mouth.
///
/// Left and right are those of a viewer who sees the face upright.
open class CIFaceFeature: CIFeature, @unchecked Sendable {
    private let face: FoundFace

    init(_ face: FoundFace, tracking: FaceTracker.Track?) {
        self.face = face
        hasTrackingID = tracking != nil
        trackingID = tracking?.id ?? 0
        trackingFrameCount = tracking?.frameCount ?? 0
        super.init(type: CIFeatureTypeFace, bounds: face.bounds)
    }

    package override func moved(by map: CGAffineTransform, turning degrees: Double) -> CIFeature {
        let moved = face.moved(by: map, turning: degrees)
        return CIFaceFeature(
            moved,
            tracking: hasTrackingID
                ? FaceTracker.Track(id: trackingID, bounds: moved.bounds, frameCount: trackingFrameCount) : nil)
    }

    /// Whether `leftEyePosition` is known.
    open var hasLeftEyePosition: Bool { face.leftEye != nil }
    /// The centre of the eye on the left; (0, 0) if unknown.
    open var leftEyePosition: CGPoint { face.leftEye ?? .zero }
    /// Whether `rightEyePosition` is known.
    open var hasRightEyePosition: Bool { face.rightEye != nil }
    /// The centre of the eye on the right; (0, 0) if unknown.
    open var rightEyePosition: CGPoint { face.rightEye ?? .zero }
    /// Whether `mouthPosition` is known.
    open var hasMouthPosition: Bool { face.mouth != nil }
    /// The centre of the mouth; (0, 0) if unknown.
    open var mouthPosition: CGPoint { face.mouth ?? .zero }

    /// Whether the detector tracks faces from call to call; see `CIDetectorTracking`.
    public let hasTrackingID: Bool
    /// An ID that the face keeps from call to call, also if people cross, and if it isn't found in up to four calls in
    /// a row. A face that comes back after a longer time has another ID.
    public let trackingID: Int32
    /// Whether `trackingFrameCount` is known.
    open var hasTrackingFrameCount: Bool { hasTrackingID }
    /// The number of consecutive calls in which the face was found, including this one.
    public let trackingFrameCount: Int32

    /// Whether `faceAngle` is known.
    open var hasFaceAngle: Bool { true }
    /// The rotation of the face in the upright picture, in degrees counter-clockwise; 0 if the eyes are level.
    open var faceAngle: Float { Float(face.angle) }

    /// Whether the mouth smiles; false unless `CIDetectorSmile` is set.
    open var hasSmile: Bool { face.smiles }
    /// Whether the eye on the left is closed; false unless `CIDetectorEyeBlink` is set.
    open var leftEyeClosed: Bool { face.leftEyeClosed }
    /// Whether the eye on the right is closed; false unless `CIDetectorEyeBlink` is set.
    open var rightEyeClosed: Bool { face.rightEyeClosed }
}
