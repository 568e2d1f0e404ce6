import Foundation

/// A square of the image, turned by right angles around two opposite corners, over and over.
///
/// The tile begins at the centre; its sides have the length `width`, and the first points in the direction of `angle`. Inside it the image is as it
/// was. A point outside it shows the tile's point that the group p4, which the right-angled turns around the centre and around the tile's opposite
/// corner make, takes to it. A picture that Core Image made in 2013, with a width of 100 and without an angle, agrees to the bit. Bilinear sampling of premultiplied linear pixels, transparent outside the image; the extent is infinite. A width of 0 or below, or one
/// that isn't finite, leaves no tile, and the image is empty; widths below 1/1000 count as that. An angle that isn't finite counts as 0.
final class FourfoldRotatedTile: CIFilter, CIFourfoldRotatedTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIFourfoldRotatedTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Tiles the plane with a square of an image, turned by right angles around a centre.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, identity: 100, type: kCIAttributeTypeDistance) var width: Float

    /// The group: how its motions bring a point into the tile.
    static let fold = WallpaperFold(
        "fourfoldRotatedTile",
        [
            .repetition(CGRect(x: -1, y: -1, width: 2, height: 2)),
            .turn(normal: CGPoint(x: 0, y: 1), cosine: -1, sine: 0),
            .turn(normal: CGPoint(x: 1, y: 0), cosine: 0, sine: -1),
        ], tile: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 0, y: 1)],
        isContinuous: false)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width)
    }
}

/// Inputs of the fourfold rotated tile.
public protocol CIFourfoldRotatedTile: CIFilterProtocol {
    /// The image that the tile is a piece of.
    var inputImage: CIImage? { get set }
    /// Where four copies of the tile meet, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's first side in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The length of the tile's sides, in pixels.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that tiles the plane with a square of an image, turned by right angles around a centre.
    public class func fourfoldRotatedTile() -> any CIFilter & CIFourfoldRotatedTile { FourfoldRotatedTile() }
}
