import CoreImageEssentials
import Foundation

/// An image under the projective map (homography) that takes a rectangle's corners to four points, cropped to the box
/// around these points.
///
/// The rectangle need not be the image's extent. The box is the smallest rectangle of whole pixels around the four
/// points. Parts of the image outside the rectangle are mapped too, and shown where they lie in the box; parts of the
/// rectangle outside the image are transparent. The extent is the part of the box that the image reaches. Premultiplied
/// stored pixels, bilinear between pixel centres. Points that make no convex quadrilateral, a rectangle without area,
/// and coordinates that aren't numbers below 2³⁰ are errors thrown when the result is rendered. Source: Core Image
/// Filter Reference. That the image isn't cropped to the rectangle is from a picture that Core Image made in 2013,
/// which agrees within rounding.
class PerspectiveTransformWithExtent: CIFilter, CIPerspectiveTransformWithExtent {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPerspectiveTransformWithExtent", displayName: "Perspective Transform with Extent",
            categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Moves the corners of a part of an image to four points.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGRect(x: 0, y: 0, width: 300, height: 300)) var extent: CGRect
    @CIInput(default: CGPoint(x: 118, y: 484)) var topLeft: CGPoint
    @CIInput(default: CGPoint(x: 646, y: 507)) var topRight: CGPoint
    @CIInput(default: CGPoint(x: 548, y: 140)) var bottomRight: CGPoint
    @CIInput(default: CGPoint(x: 155, y: 153)) var bottomLeft: CGPoint

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let shape = Quadrilateral(
            topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
        if let problem = shape.problem(filter: name) { return .failed(problem) }
        let edges = [extent.minX, extent.minY, extent.maxX, extent.maxY]
        guard !extent.isNull, edges.allSatisfy({ abs($0) < Quadrilateral.limit }), edges[2] > edges[0],
            edges[3] > edges[1]
        else {
            let reason = "a rectangle has an area, and edges that are numbers below 2³⁰"
            return .failed(CIFilterError.badValue(filter: name, key: "inputExtent", reason: reason))
        }
        // An infinite image has no corners to map.
        let image = inputImage.extent.isInfinite ? inputImage.cropped(to: extent) : inputImage
        let map = Homography(from: extent.standardized, to: shape)
        let part = map.bounds(of: image.extent, nearest: 1e-9).roundedOutwards.safeIntersection(
            shape.bounds.roundedOutwards)
        return part.isNull || part.isEmpty ? .empty() : image.projected(by: map, part: part)
    }
}

/// Inputs of the perspective transform of a part of an image.
public protocol CIPerspectiveTransformWithExtent: CIFilterProtocol {
    /// The image to transform.
    var inputImage: CIImage? { get set }
    /// The part of the image, in working space.
    var extent: CGRect { get set }
    /// Where the part's upper left corner goes, in working space.
    var topLeft: CGPoint { get set }
    /// Where the part's upper right corner goes, in working space.
    var topRight: CGPoint { get set }
    /// Where the part's lower right corner goes, in working space.
    var bottomRight: CGPoint { get set }
    /// Where the part's lower left corner goes, in working space.
    var bottomLeft: CGPoint { get set }
}

extension CIFilter {
    /// A filter that moves the corners of a part of an image to four points.
    public class func perspectiveTransformWithExtent() -> any CIFilter & CIPerspectiveTransformWithExtent {
        registered(PerspectiveTransformWithExtent())
    }
}

extension PerspectiveTransformWithExtent: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init(
            "extent=40,30,240,180 topLeft=40,220 topRight=300,200 bottomRight=260,30 "
                + "bottomLeft=20,10")
    }
}
