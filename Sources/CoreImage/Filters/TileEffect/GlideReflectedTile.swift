import Foundation

/// A square of the image laid in rows like bricks, every other row upside down: the group pg.
///
/// The tile's middle is the centre; its sides have the length `width`, and rows run in the direction of `angle`. Inside it the image is as it was.
/// Each row is the one below it reflected in the line between them and moved by half a tile along it, a glide reflection, so that every other row is
/// the same again. The reference says no more than that the tiles are translated and smeared; the kind of glide, the place of the tile and what
/// `width` is are ours. Bilinear sampling of premultiplied linear pixels, transparent outside the image; the extent is infinite. A width of 0 or
/// below, or one that isn't finite, leaves no tile, and the image is empty; widths below 1/1000 count as that. An angle that isn't finite counts as
/// 0.
final class GlideReflectedTile: CIFilter, CIGlideReflectedTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGlideReflectedTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Tiles the plane with a square of an image, mirrored and moved by half from row to row.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, identity: 100, type: kCIAttributeTypeDistance) var width: Float

    /// The group: how its motions bring a point into the tile.
    static let fold = WallpaperFold(
        "glideReflectedTile",
        [.repetition(CGRect(x: -0.5, y: -0.5, width: 1, height: 2)), .glide],
        tile: [
            CGPoint(x: -0.5, y: -0.5), CGPoint(x: 0.5, y: -0.5), CGPoint(x: 0.5, y: 0.5), CGPoint(x: -0.5, y: 0.5),
        ], isContinuous: false)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width)
    }
}

/// Inputs of the glide reflected tile.
public protocol CIGlideReflectedTile: CIFilterProtocol {
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
    /// A filter that tiles the plane with a square of an image, mirrored and moved by half from row to row.
    public class func glideReflectedTile() -> any CIFilter & CIGlideReflectedTile { GlideReflectedTile() }
}
