import Foundation

/// A parallelogram of the image, and its reflections in its sides, over and over.
///
/// The tile begins at the centre. Its sides have the length `width`; one points in the direction of `angle`, the other is turned on by `acuteAngle`. Inside it the image is as it was.
/// Outside it the image runs backwards and forwards in turn along each side's direction, the other staying the same, so that copies meet without a seam. It is the
/// pattern of the fourfold reflected tile.
///
/// A picture that Core Image made in Mac OS X 10.4, a JPEG with a width of 40, agrees with a mean difference of 2.1 of 255 at an acute angle of 45°; no other place of the tile comes below 23.
/// Its recorded angle is −45°, which may be a sign of the program that made it: the direction of positive angles is ours. Bilinear sampling of premultiplied linear pixels, transparent outside the image; the
/// extent is infinite. A width of 0 or below, or one that isn't finite, leaves no tile, and the image is empty; widths below 1/1000 count as that. An
/// angle that isn't finite counts as 0. Sides that lie on each other, at
/// an acute angle of 0 or π, leave no tile either; one that isn't finite counts as a right angle.
final class ParallelogramTile: CIFilter, CIParallelogramTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIParallelogramTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Reflects a parallelogram of an image in its sides, over and over.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(
        default: .pi / 2, slider: -Double.pi...Double.pi, identity: .pi / 2, type: kCIAttributeTypeAngle)
    var acuteAngle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, identity: 100, type: kCIAttributeTypeDistance) var width: Float

    /// The group: how its motions bring a point into the tile.
    static let fold = WallpaperFold(
        "parallelogramTile",
        [
            .repetition(CGRect(x: -1, y: -1, width: 2, height: 2)),
            .mirror(normal: CGPoint(x: 1, y: 0)), .mirror(normal: CGPoint(x: 0, y: 1)),
        ], tile: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 0, y: 1)])

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width, acuteAngle: acuteAngle)
    }
}

/// Inputs of the parallelogram tile.
public protocol CIParallelogramTile: CIFilterProtocol {
    /// The image that the tile is a piece of.
    var inputImage: CIImage? { get set }
    /// Where four copies of the tile meet, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's first side in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The angle between the tile's sides, in radians.
    var acuteAngle: Float { get set }
    /// The length of the tile's sides, in pixels.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that reflects a parallelogram of an image in its sides, over and over.
    public class func parallelogramTile() -> any CIFilter & CIParallelogramTile { ParallelogramTile() }
}
