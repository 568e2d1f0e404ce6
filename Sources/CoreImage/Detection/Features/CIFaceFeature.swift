import Foundation

/// A face in an image, with what was found of its eyes and mouth.
///
/// Left and right are as seen by who looks at the picture with the face upright.
open class CIFaceFeature: CIFeature, @unchecked Sendable {
    private let face: FoundFace

    init(_ face: FoundFace, tracking: FaceTracker.Track?) {
        self.face = face
        hasTrackingID = tracking != nil
        trackingID = tracking?.id ?? 0
        trackingFrameCount = tracking?.frameCount ?? 0
        super.init(type: CIFeatureTypeFace, bounds: face.bounds)
    }

    override func moved(by map: CGAffineTransform, turning degrees: Double) -> CIFeature {
        let moved = face.moved(by: map, turning: degrees)
        return CIFaceFeature(
            moved,
            tracking: hasTrackingID
                ? FaceTracker.Track(id: trackingID, bounds: moved.bounds, frameCount: trackingFrameCount) : nil)
    }

    /// Whether `leftEyePosition` is known.
    open var hasLeftEyePosition: Bool { face.leftEye != nil }
    /// The middle of the eye on the left; (0, 0) when it isn't known.
    open var leftEyePosition: CGPoint { face.leftEye ?? .zero }
    /// Whether `rightEyePosition` is known.
    open var hasRightEyePosition: Bool { face.rightEye != nil }
    /// The middle of the eye on the right; (0, 0) when it isn't known.
    open var rightEyePosition: CGPoint { face.rightEye ?? .zero }
    /// Whether `mouthPosition` is known.
    open var hasMouthPosition: Bool { face.mouth != nil }
    /// The middle of the mouth; (0, 0) when it isn't known.
    open var mouthPosition: CGPoint { face.mouth ?? .zero }

    /// Whether the detector follows faces from call to call: see `CIDetectorTracking`.
    public let hasTrackingID: Bool
    /// A number that the face keeps while the detector sees it in one call after the other.
    public let trackingID: Int32
    /// Whether `trackingFrameCount` is known.
    open var hasTrackingFrameCount: Bool { hasTrackingID }
    /// In how many calls, this one among them, the face has been seen one after the other.
    public let trackingFrameCount: Int32

    /// Whether `faceAngle` is known.
    open var hasFaceAngle: Bool { true }
    /// How far the face is turned in the picture's orientation, in degrees counter-clockwise; 0 where the eyes are level.
    open var faceAngle: Float { Float(face.angle) }

    /// Whether the mouth smiles; false unless `CIDetectorSmile` asked for it.
    open var hasSmile: Bool { face.smiles }
    /// Whether the eye on the left is closed; false unless `CIDetectorEyeBlink` asked for it.
    open var leftEyeClosed: Bool { face.leftEyeClosed }
    /// Whether the eye on the right is closed; false unless `CIDetectorEyeBlink` asked for it.
    open var rightEyeClosed: Bool { face.rightEyeClosed }
}
