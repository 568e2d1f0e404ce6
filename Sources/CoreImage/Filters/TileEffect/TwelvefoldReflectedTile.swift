import Foundation

/// A triangle of the image and its mirror images in its three sides, over and over: half an equilateral one, of which twelve lie around the centre.
///
/// The tile has its angle of 30 degrees at the centre. Its longest side has the length `width / √3`, so that the pattern repeats after one width, and points in the
/// direction of `angle`; the right angle lies on its left. Inside it the image is as it was. A point outside it shows the tile's point that the group p6m, which
/// the reflections in the tile's sides make, takes to it, so that copies meet without a seam.
///
/// A picture that Core Image made in 2013, with a width of 100 and without an angle, agrees within rounding where sRGB-encoded values are interpolated, as that
/// system did, and with a mean difference of 0.5 of 255 in linear ones. Bilinear sampling of premultiplied linear pixels, transparent outside the image; the
/// extent is infinite. A width of 0 or below, or one that isn't finite, leaves no tile, and the image is empty; widths below 1/1000 count as that. An
/// angle that isn't finite counts as 0.
final class TwelvefoldReflectedTile: CIFilter, CITwelvefoldReflectedTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CITwelvefoldReflectedTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Tiles the plane with a triangle of an image, mirrored twelve times around a centre.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, identity: 100, type: kCIAttributeTypeDistance) var width: Float

    /// The group: how its motions bring a point into the tile.
    static let fold = WallpaperFold(
        "twelvefoldReflectedTile",
        [
            .comb, .mirror(normal: CGPoint(x: 1, y: 0)), .mirror(normal: CGPoint(x: 0, y: 1)),
            .mirror(normal: CGPoint(x: 0.5, y: -CGFloat(0.75).squareRoot())), .mirror(normal: CGPoint(x: 0, y: 1)),
        ], tile: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 0.75, y: CGFloat(0.1875).squareRoot())],
        unit: 1 / CGFloat(3).squareRoot())

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width)
    }
}

/// Inputs of the twelvefold reflected tile.
public protocol CITwelvefoldReflectedTile: CIFilterProtocol {
    /// The image that the tile is a piece of.
    var inputImage: CIImage? { get set }
    /// Where twelve copies of the tile meet, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's first side in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The distance after which the pattern repeats, in pixels.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that tiles the plane with a triangle of an image, mirrored twelve times around a centre.
    public class func twelvefoldReflectedTile() -> any CIFilter & CITwelvefoldReflectedTile {
        TwelvefoldReflectedTile()
    }
}
