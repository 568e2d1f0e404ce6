import Foundation

/// An equilateral triangle of the image around a centre, and its mirror images in its sides, over and over.
///
/// The tile's middle is the centre; its sides have the length `width`, and the first points in the direction of `angle`, with the triangle on its
/// left. Inside it the image is as it was. A point outside it shows the tile's point that the group p3m1, which the reflections in the tile's sides
/// make, takes to it, so that copies meet without a seam. It is the pattern of the sixfold reflected tile, whose centre is a corner instead. The
/// reference says no more than that a triangle of the image is repeated; the reflections, the place of the tile and what `width` is are ours.
/// Bilinear sampling of premultiplied linear pixels, transparent outside the image; the extent is infinite. A width of 0 or below, or one that isn't
/// finite, leaves no tile, and the image is empty; widths below 1/1000 count as that. An angle that isn't finite counts as 0.
final class TriangleTile: CIFilter, CITriangleTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CITriangleTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Reflects a triangle of an image in its sides, over and over.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, type: kCIAttributeTypeDistance) var width: Float

    /// The group: how its motions bring a point into the tile.
    static let fold = WallpaperFold(
        "triangleTile",
        [
            .comb, .mirror(normal: CGPoint(x: 0, y: 1)),
            .mirror(normal: CGPoint(x: CGFloat(0.75).squareRoot(), y: -0.5)), .mirror(normal: CGPoint(x: 0, y: 1)),
        ], tile: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 0.5, y: CGFloat(0.75).squareRoot())],
        anchor: CGPoint(x: 0.5, y: CGFloat(0.75).squareRoot() / 3))

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width)
    }
}

/// Inputs of the triangle tile.
public protocol CITriangleTile: CIFilterProtocol {
    /// The image that the tile is a piece of.
    var inputImage: CIImage? { get set }
    /// The middle of the tile, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's first side in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The length of the tile's sides, in pixels.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that reflects a triangle of an image in its sides, over and over.
    public class func triangleTile() -> any CIFilter & CITriangleTile { TriangleTile() }
}
