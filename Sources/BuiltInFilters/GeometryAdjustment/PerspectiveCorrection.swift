import CoreImageEssentials
import Foundation

/// Maps the quadrilateral of an image between four points to a rectangle, such as a page or a facade seen from the
/// front.
///
/// The projective map (homography) takes the four points to the corners of a rectangle whose lower left corner is the
/// origin. The size that Core Image gives the rectangle is not published. Here it is as wide as the longer of the upper
/// and the lower side, and as high as the longer of the left and the right one, rounded to whole pixels, at least one,
/// so that no detail is lost. With `crop`, the default, the result is this rectangle. Without it, the result is the
/// whole image under the same map, except parts behind the horizon or magnified more than 8 times as much as the corner
/// that is magnified least. Premultiplied stored pixels, bilinear between pixel centres. Points that make no convex
/// quadrilateral, coordinates that aren't numbers below 2³⁰, and infinite images that are not cropped are errors thrown
/// when the result is rendered. Source of the map: Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989.
class PerspectiveCorrection: CIFilter, CIPerspectiveCorrection {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPerspectiveCorrection", categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Makes a rectangle of a quadrilateral part of an image.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 118, y: 484)) var topLeft: CGPoint
    @CIInput(default: CGPoint(x: 646, y: 507)) var topRight: CGPoint
    @CIInput(default: CGPoint(x: 548, y: 140)) var bottomRight: CGPoint
    @CIInput(default: CGPoint(x: 155, y: 153)) var bottomLeft: CGPoint
    @CIInput(default: true, range: 0...1) var crop: Bool

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let shape = Quadrilateral(
            topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
        if let problem = shape.problem(filter: name) { return .failed(problem) }
        let page = CGRect(
            x: 0, y: 0, width: max(shape.width.rounded(), 1), height: max(shape.height.rounded(), 1))
        guard let map = Homography(from: page, to: shape).inverse else { return .empty() }
        if crop { return inputImage.projected(by: map, part: page) }
        return inputImage.withEdges(for: name) { image in
            // w is linear, so its maximum is at a corner.
            let largest = (Quadrilateral(image.extent).corners + shape.corners).map { map.homogeneous($0).z }.max() ?? 1
            return image.projected(by: map, nearest: largest * CameraRotation.nearest)
        }
    }
}

/// Inputs of the perspective correction.
public protocol CIPerspectiveCorrection: CIFilterProtocol {
    /// The image to correct.
    var inputImage: CIImage? { get set }
    /// The point that becomes the rectangle's upper left corner, in working space.
    var topLeft: CGPoint { get set }
    /// The point that becomes the rectangle's upper right corner, in working space.
    var topRight: CGPoint { get set }
    /// The point that becomes the rectangle's lower right corner, in working space.
    var bottomRight: CGPoint { get set }
    /// The point that becomes the rectangle's lower left corner, in working space.
    var bottomLeft: CGPoint { get set }
    /// Whether the result is only the rectangle, instead of the whole image.
    var crop: Bool { get set }
}

extension CIFilter {
    /// A filter that makes a rectangle of a quadrilateral part of an image.
    public class func perspectiveCorrection() -> any CIFilter & CIPerspectiveCorrection {
        registered(PerspectiveCorrection())
    }
}

extension PerspectiveCorrection: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("topLeft=40,220 topRight=300,200 bottomRight=260,30 bottomLeft=20,10") }
}
