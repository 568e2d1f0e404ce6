import CoreImageEssentials
import Foundation

/// A parallelogram of the image, and its reflections in its sides, repeated over the plane.
///
/// A corner of the tile is at the centre. Its sides have the length `width`; one points in the direction of `angle`,
/// the other is turned from it by `acuteAngle`. Inside the tile the image is unchanged. Outside it the image runs
/// backwards and forwards alternately along each side's direction, the other coordinate being unchanged, so that copies
/// meet without a seam. It is the pattern of the fourfold reflected tile.
///
/// A picture that Core Image made in Mac OS X 10.4, a JPEG with a width of 40, agrees with a mean difference of 2.1 of
/// 255 at an acute angle of 45°; any other position of the tile gives at least 23. Its recorded angle is −45°, whose
/// sign may come from the program that made it, so the direction of positive angles is ours. Bilinear sampling of
/// premultiplied stored pixels, transparent outside the image; the extent is infinite. A width that isn't positive and
/// finite gives an empty image; widths below 1/1000 count as 1/1000. An angle that isn't finite counts as 0. An acute
/// angle of 0 or π, at which the sides are parallel, gives an empty image too; one that isn't finite counts as a right
/// angle.
class ParallelogramTile: CIFilter, CIParallelogramTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIParallelogramTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Reflects a parallelogram of an image in its sides, over and over.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(
        default: .pi / 2, slider: -Double.pi...Double.pi, identity: .pi / 2, type: kCIAttributeTypeAngle)
    var acuteAngle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, identity: 100, type: kCIAttributeTypeDistance) var width: Float

    /// The symmetry group, as the steps that bring a point into the tile.
    static let fold = WallpaperFold.pmm

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width, acuteAngle: acuteAngle)
    }
}

/// Inputs of the parallelogram tile.
public protocol CIParallelogramTile: CIFilterProtocol {
    /// The image that contains the tile.
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
    /// A filter that tiles the plane with a parallelogram of an image, reflected in its sides.
    public class func parallelogramTile() -> any CIFilter & CIParallelogramTile { registered(ParallelogramTile()) }
}

extension ParallelogramTile: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=64,178 width=90 acuteAngle=1.3") }
}
