import CoreImageEssentials
import Foundation

/// An image whose corners are moved to four points: `out(H p) = image(p)`, where H is the projective map (homography)
/// that takes the corners of the image's extent to them.
///
/// Premultiplied stored pixels, bilinear between pixel centres, so that edges fade over half a pixel of the image. The
/// extent is the rectangle of whole pixels around the four points. Points may mirror or turn the image; points that
/// make no convex quadrilateral, or whose coordinates aren't numbers below 2³⁰, and infinite images, which have no
/// corners, are errors thrown when the result is rendered. An empty image stays empty. Source: Core Image Filter
/// Reference; Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989.
class PerspectiveTransform: CIFilter, CIPerspectiveTransform {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPerspectiveTransform", categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Moves an image's corners to four points, as if it were seen from another place.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 118, y: 484)) var topLeft: CGPoint
    @CIInput(default: CGPoint(x: 646, y: 507)) var topRight: CGPoint
    @CIInput(default: CGPoint(x: 548, y: 140)) var bottomRight: CGPoint
    @CIInput(default: CGPoint(x: 155, y: 153)) var bottomLeft: CGPoint

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let shape = Quadrilateral(
            topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
        if let problem = shape.problem(filter: name) { return .failed(problem) }
        return inputImage.withEdges(for: name) { image in
            image.projected(by: Homography(from: image.extent, to: shape))
        }
    }
}

/// Inputs of the perspective transform.
public protocol CIPerspectiveTransform: CIFilterProtocol {
    /// The image to transform.
    var inputImage: CIImage? { get set }
    /// Where the image's upper left corner goes, in working space.
    var topLeft: CGPoint { get set }
    /// Where the image's upper right corner goes, in working space.
    var topRight: CGPoint { get set }
    /// Where the image's lower right corner goes, in working space.
    var bottomRight: CGPoint { get set }
    /// Where the image's lower left corner goes, in working space.
    var bottomLeft: CGPoint { get set }
}

extension CIFilter {
    /// A filter that moves an image's corners to four points.
    public class func perspectiveTransform() -> any CIFilter & CIPerspectiveTransform {
        registered(PerspectiveTransform())
    }
}

extension PerspectiveTransform: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("topLeft=40,220 topRight=300,200 bottomRight=260,30 bottomLeft=20,10") }
}
