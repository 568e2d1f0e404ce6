import CoreImageEssentials
import Foundation

/// A square of the image, moved along its sides and repeated over the plane.
///
/// A corner of the tile is at the centre; its sides have the length `width`, and the first points in the direction of
/// `angle`. Inside the tile the image is unchanged. In spite of the filter's name nothing is reflected: a picture that
/// Core Image made in 2013, with a width of 100 and an angle of 0, shows 3 × 6 copies side by side, and agrees to the
/// bit. The reference says that the image is translated and smeared; only that picture suggests that it is just
/// translated at other angles too. Bilinear sampling of premultiplied stored pixels, transparent outside the image; the
/// extent is infinite. A width that isn't positive and finite gives an empty image; widths below 1/1000 count as
/// 1/1000. An angle that isn't finite counts as 0.
class GlideReflectedTile: CIFilter, CIGlideReflectedTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGlideReflectedTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Tiles the plane with a square of an image, moved along its sides.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 100, min: 0, slider: 1...200, identity: 100, type: kCIAttributeTypeDistance) var width: Float

    /// The symmetry group, as the steps that bring a point into the tile.
    static let fold = WallpaperFold.p1

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.fold.tiled(inputImage, center: center, angle: angle, width: width)
    }
}

/// Inputs of the glide reflected tile.
public protocol CIGlideReflectedTile: CIFilterProtocol {
    /// The image that contains the tile.
    var inputImage: CIImage? { get set }
    /// A corner of the tile, in working space.
    var center: CGPoint { get set }
    /// The direction of the tile's first side in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The length of the tile's sides, in pixels.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that tiles the plane with a square of an image, moved along its sides.
    public class func glideReflectedTile() -> any CIFilter & CIGlideReflectedTile { registered(GlideReflectedTile()) }
}

extension GlideReflectedTile: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,75 width=90") }
}
