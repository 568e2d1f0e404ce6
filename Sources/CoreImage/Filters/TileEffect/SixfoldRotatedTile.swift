import Foundation

/// An equilateral triangle of the image, turned by steps of 60 degrees around the centre to a hexagon, and the hexagon over and over.
///
/// The tile begins at the centre; its sides have the length `width / √3`, and the first points in the direction of `angle`. Inside it the image is as it was.
/// A point outside it shows the tile's point that the group p6, which the turns by 60 degrees around the centre and by 180 around the middle of the opposite
/// side make, takes to it. That hexagons repeat after one width follows from the sixfold reflected, twelvefold reflected and triangle tiles, of which there
/// are pictures; there is none of this filter. Bilinear sampling of premultiplied linear pixels, transparent outside the image; the
/// extent is infinite. A width of 0 or below, or one that isn't finite, leaves no tile, and the image is empty; widths below 1/1000 count as that. An
/// angle that isn't finite counts as 0.
final class SixfoldRotatedTile: CIFilter, CISixfoldRotatedTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CISixfoldRotatedTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Tiles the plane with a triangle of an image, turned six times around a centre.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, identity: 100, type: kCIAttributeTypeDistance) var width: Float

    /// What lies more than 60 degrees on is turned back by as much.
    private static let sixth = WallpaperStep.turn(
        normal: CGPoint(x: CGFloat(0.75).squareRoot(), y: -0.5), cosine: 0.5, sine: -CGFloat(0.75).squareRoot())

    /// The group: how its motions bring a point into the tile.
    static let fold = WallpaperFold(
        "sixfoldRotatedTile",
        [
            .comb, .turn(normal: CGPoint(x: 0, y: 1), cosine: -1, sine: 0), sixth, sixth,
        ], tile: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 0.5, y: CGFloat(0.75).squareRoot())],
        unit: 1 / CGFloat(3).squareRoot(), isContinuous: false)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width)
    }
}

/// Inputs of the sixfold rotated tile.
public protocol CISixfoldRotatedTile: CIFilterProtocol {
    /// The image that the tile is a piece of.
    var inputImage: CIImage? { get set }
    /// Where six copies of the tile meet, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's first side in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The distance after which the pattern repeats, in pixels.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that tiles the plane with a triangle of an image, turned six times around a centre.
    public class func sixfoldRotatedTile() -> any CIFilter & CISixfoldRotatedTile { SixfoldRotatedTile() }
}
