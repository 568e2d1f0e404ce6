import CoreImageEssentials
import Foundation

/// The picture of a camera that is rotated about its lens after the shot: the projective map `K · R · K⁻¹`.
///
/// K puts the image's middle on the camera's axis at the focal length, which is an equivalent one in millimetres: the
/// image's diagonal is 43.27 mm (36 mm × 24 mm film; CIPA DCG-001). R turns rays by the yaw about the upright axis,
/// then by the pitch about the level one, then by the roll about the camera's. Seen from the ends of the axes to the
/// right, upwards and towards the viewer, positive angles turn anticlockwise: pitch moves the middle up, yaw moves it
/// to the left, roll turns the image anticlockwise. Core Image's directions and reference length are not published;
/// these are ours.
///
/// Premultiplied stored pixels, bilinear between pixel centres. The extent is the rectangle of whole pixels around the
/// turned image, without parts that are magnified more than 8 times along the axis or are behind the camera. Angles
/// that aren't finite count as 0. A focal length that isn't a number from 0.01 to 100 000, and an infinite image, which
/// has no middle, are errors thrown when the result is rendered. `outputTransform` is a `CIVector` of the map's nine
/// numbers, row by row, for columns (x, y, 1); nil if there is no map. Source: Hartley and Zisserman, Multiple View
/// Geometry, 8.4.2.
class PerspectiveRotate: CIFilter, CIPerspectiveRotate {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPerspectiveRotate", categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Turns the camera that took an image.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 28, slider: 15...100) var focalLength: Float
    @CIInput(default: 0, slider: -Double.pi / 6...Double.pi / 6, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    var pitch: Float
    @CIInput(default: 0, slider: -Double.pi / 6...Double.pi / 6, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    var yaw: Float
    @CIInput(default: 0, slider: -Double.pi / 4...Double.pi / 4, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    var roll: Float

    override var outputKeys: [String] { [kCIOutputImageKey, "outputTransform"] }

    override func value(forKey key: String) -> Any? {
        key == "outputTransform" ? transform?.vector : super.value(forKey: key)
    }

    private var camera: CameraRotation {
        CameraRotation(
            focalLength: Double(focalLength), pitch: Double(pitch), yaw: Double(yaw),
            roll: Double(roll))
    }

    private var transform: Homography? {
        guard let extent = inputImage?.extent, !extent.isInfinite, !extent.isNull, camera.problem(filter: name) == nil
        else { return nil }
        return camera.homography(for: extent)
    }

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        if let problem = camera.problem(filter: name) { return .failed(problem) }
        if camera.pitch == 0, camera.yaw == 0, camera.roll == 0 { return inputImage }
        return inputImage.withEdges(for: name) { image in
            image.projected(by: camera.homography(for: image.extent), nearest: CameraRotation.nearest)
        }
    }
}

/// Inputs of the camera's turn.
public protocol CIPerspectiveRotate: CIFilterProtocol {
    /// The image to turn.
    var inputImage: CIImage? { get set }
    /// The camera's focal length, equivalent to one with 35 mm film, in millimetres.
    var focalLength: Float { get set }
    /// The turn about the level axis, in radians; positive angles move the image's middle up.
    var pitch: Float { get set }
    /// The turn about the upright axis, in radians; positive angles move the image's middle to the left.
    var yaw: Float { get set }
    /// The turn about the camera's axis, in radians, anticlockwise.
    var roll: Float { get set }
}

extension CIFilter {
    /// A filter that rotates the camera that took an image.
    public class func perspectiveRotate() -> any CIFilter & CIPerspectiveRotate { registered(PerspectiveRotate()) }
}

extension PerspectiveRotate: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("pitch=0.4 yaw=0.3 roll=0.1") }
}
