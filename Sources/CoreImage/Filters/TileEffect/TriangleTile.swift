import Foundation

/// An equilateral triangle of the image, and its mirror images in its sides, over and over.
///
/// The tile is that of the sixfold reflected tile: its sides have the length `s = width / √3`, and its base lies on the ray from the centre in the direction of
/// `angle`, from the distance s to 2s, with the triangle on its left. Inside it the image is as it was. A point outside it shows the tile's point that the group
/// p3m1, which the reflections in the tile's sides make, takes to it, so that copies meet without a seam.
///
/// A picture that Core Image made in Mac OS X 10.4, a JPEG with a width of 40, agrees with a mean difference of 1.1 of 255; no other place of the triangle comes
/// below 28. Bilinear sampling of premultiplied linear pixels, transparent outside the image; the
/// extent is infinite. A width of 0 or below, or one that isn't finite, leaves no tile, and the image is empty; widths below 1/1000 count as that. An
/// angle that isn't finite counts as 0.
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
        anchor: CGPoint(x: -1, y: 0), unit: 1 / CGFloat(3).squareRoot())

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width)
    }
}

/// Inputs of the triangle tile.
public protocol CITriangleTile: CIFilterProtocol {
    /// The image that the tile is a piece of.
    var inputImage: CIImage? { get set }
    /// Where six copies of the tile meet, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's base in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The distance after which the pattern repeats, in pixels.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that reflects a triangle of an image in its sides, over and over.
    public class func triangleTile() -> any CIFilter & CITriangleTile { TriangleTile() }
}
