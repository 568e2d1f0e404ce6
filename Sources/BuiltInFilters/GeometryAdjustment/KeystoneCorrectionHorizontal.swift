import CoreImageEssentials
import Foundation

/// Removes horizontal keystone, as of a wall seen from the side: turns the camera about the upright axis so that the
/// guide above, from top left to top right, and the one below become parallel.
///
/// The guides' common direction in space, h, is the intersection of the planes through the lens and each guide. The yaw
/// is `atan2(h.z, h.x)`, after which the direction lies in the picture's plane. `CameraRotation` defines the axes and
/// the focal length.
///
/// Premultiplied stored pixels, bilinear between pixel centres. A point that isn't set counts as the image's corner, so
/// without any points nothing changes. The extent is the rectangle of whole pixels around the turned image, as in
/// `PerspectiveRotate`. `outputTransform` is a `CIVector` of the map's nine numbers, row by row, and
/// `outputRotationFilter` the `CIPerspectiveRotate` that does the same. Guides that lie on one line, or that meet too
/// close to the middle, coordinates that aren't numbers below 2³⁰, a focal length that isn't a number from 0.01 to
/// 100 000, and infinite images are errors thrown when the result is rendered. How Core Image estimates the turn is not
/// published; this follows from the geometry of vanishing points (Hartley and Zisserman, Multiple View Geometry, 8.6).
class KeystoneCorrectionHorizontal: CIFilter, CIKeystoneCorrectionHorizontal, KeystoneCorners {
    override class var registration: CIFilterRegistration {
        .init(
            "CIKeystoneCorrectionHorizontal", displayName: "Horizontal Keystone Correction",
            categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Makes two guides parallel that run from the left to the right.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputFocalLength", default: 28) var focalLength: Float
    @CIInput("inputTopLeft") var givenTopLeft: CGPoint?
    @CIInput("inputTopRight") var givenTopRight: CGPoint?
    @CIInput("inputBottomRight") var givenBottomRight: CGPoint?
    @CIInput("inputBottomLeft") var givenBottomLeft: CGPoint?

    override var outputKeys: [String] { KeystoneOutput.keys }

    override func value(forKey key: String) -> Any? { output[key] ?? super.value(forKey: key) }

    override var outputImage: CIImage? { output.outputImage }

    private var output: KeystoneOutput { output(turn: KeystoneGuides.horizontal) }
}

/// Inputs of the keystone correction with level guides.
public protocol CIKeystoneCorrectionHorizontal: CIFilterProtocol {
    /// The image to correct.
    var inputImage: CIImage? { get set }
    /// Focal length with which the image was taken, equivalent to one with 35 mm film, in millimetres.
    var focalLength: Float { get set }
    /// Upper end of the left guide and left end of the upper one, in working space; (0, 0) until it is set.
    var topLeft: CGPoint { get set }
    /// Upper end of the right guide and right end of the upper one, in working space; (0, 0) until it is set.
    var topRight: CGPoint { get set }
    /// Lower end of the right guide and right end of the lower one, in working space; (0, 0) until it is set.
    var bottomRight: CGPoint { get set }
    /// Lower end of the left guide and left end of the lower one, in working space; (0, 0) until it is set.
    var bottomLeft: CGPoint { get set }
}

extension CIFilter {
    /// A filter that makes two guides parallel that run from the left to the right.
    public class func keystoneCorrectionHorizontal() -> any CIFilter & CIKeystoneCorrectionHorizontal {
        registered(KeystoneCorrectionHorizontal())
    }
}

extension KeystoneCorrectionHorizontal: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("topLeft=40,220 topRight=300,200 bottomRight=260,30 bottomLeft=20,10") }
}
