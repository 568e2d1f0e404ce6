import CoreImageEssentials
import Foundation

/// A parallelogram of the image and its reflections in its sides, repeated over the plane; four copies meet at the
/// centre.
///
/// A corner of the tile is at the centre. Its sides have the length `width`; one points in the direction of `angle`,
/// the other is turned from it by `acuteAngle`. Inside the tile the image is unchanged. Along each side's direction the
/// image runs forwards and backwards alternately, the other coordinate being unchanged, so that copies meet without a
/// seam: with s and t measured along the sides, a point shows (|s|, |t|) after both are brought between −1 and 1 by
/// steps of 2. At right angles that is the group pmm; otherwise reflected copies are sheared. A picture that Core Image
/// made in 2013, with a width of 100 and a right angle, agrees to the bit; other angles are documented in words only.
/// Bilinear sampling of premultiplied stored pixels, transparent outside the image; the extent is infinite. A width
/// that isn't positive and finite gives an empty image; widths below 1/1000 count as 1/1000. An angle that isn't finite
/// counts as 0. An acute angle of 0 or π, at which the sides are parallel, gives an empty image too; one that isn't
/// finite counts as a right angle.
class FourfoldReflectedTile: CIFilter, CIFourfoldReflectedTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIFourfoldReflectedTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Tiles the plane with a parallelogram of an image, mirrored four times around a centre.",
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
    static let fold = WallpaperFold.pmm

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width, acuteAngle: acuteAngle)
    }
}

/// Inputs of the fourfold reflected tile.
public protocol CIFourfoldReflectedTile: CIFilterProtocol {
    /// The image that contains the tile.
    var inputImage: CIImage? { get set }
    /// Where four copies of the tile meet, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's first side in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The length of the tile's sides, in pixels.
    var width: Float { get set }
    /// The angle between the tile's sides, in radians.
    var acuteAngle: Float { get set }
}

extension CIFilter {
    /// A filter that tiles the plane with a parallelogram of an image, mirrored four times around a centre.
    public class func fourfoldReflectedTile() -> any CIFilter & CIFourfoldReflectedTile {
        registered(FourfoldReflectedTile())
    }
}

extension FourfoldReflectedTile: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=15,140 width=95 acuteAngle=1.2") }
}
