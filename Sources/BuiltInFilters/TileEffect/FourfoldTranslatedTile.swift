import CoreImageEssentials
import Foundation

/// A parallelogram of the image, moved along its sides and repeated over the plane: the group p1.
///
/// A corner of the tile is at the centre. Its sides have the length `width`; one points in the direction of `angle`,
/// the other is turned from it by `acuteAngle`. Inside the tile the image is unchanged. A picture that Core Image made
/// in 2013, with a width of 150 and a right angle, agrees to the bit; other angles are documented in words only.
/// Bilinear sampling of premultiplied stored pixels, transparent outside the image; the extent is infinite. A width
/// that isn't positive and finite gives an empty image; widths below 1/1000 count as 1/1000. An angle that isn't finite
/// counts as 0. An acute angle of 0 or π, at which the sides are parallel, gives an empty image too; one that isn't
/// finite counts as a right angle.
class FourfoldTranslatedTile: CIFilter, CIFourfoldTranslatedTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIFourfoldTranslatedTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Tiles the plane with a parallelogram of an image, moved along its sides.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, identity: 100, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(
        default: .pi / 2, slider: -Double.pi...Double.pi, identity: .pi / 2, type: kCIAttributeTypeAngle)
    var acuteAngle: Float

    /// The symmetry group, as the steps that bring a point into the tile.
    static let fold = WallpaperFold.p1

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width, acuteAngle: acuteAngle)
    }
}

/// Inputs of the fourfold translated tile.
public protocol CIFourfoldTranslatedTile: CIFilterProtocol {
    /// The image that contains the tile.
    var inputImage: CIImage? { get set }
    /// A corner of the tile, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's first side in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The length of the tile's sides, in pixels.
    var width: Float { get set }
    /// The angle between the tile's sides, in radians.
    var acuteAngle: Float { get set }
}

extension CIFilter {
    /// A filter that tiles the plane with a parallelogram of an image, moved along its sides.
    public class func fourfoldTranslatedTile() -> any CIFilter & CIFourfoldTranslatedTile {
        registered(FourfoldTranslatedTile())
    }
}

extension FourfoldTranslatedTile: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=65,180 width=80 acuteAngle=1.2") }
}
