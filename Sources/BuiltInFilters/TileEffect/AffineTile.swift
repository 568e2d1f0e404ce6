import CoreImageEssentials
import Foundation
import Pixels

/// An image repeated over the plane, then mapped affinely: `out(p) = image(T⁻¹ p wrapped into the image's extent)`.
///
/// Premultiplied stored pixels, bilinear unless the image is sampled at the nearest pixel. The centres of a copy's
/// outermost pixels lie on its edges, so n pixels are stretched from n − 1 to n and no pixels are mixed at a seam. Two
/// pictures that Core Image made in 2013, of affine and perspective tiles, agree within rounding. The extent is
/// infinite. An empty image, a singular map, and entries that aren't finite give an empty image; an infinite image has
/// one copy. Source: Core Image Filter Reference.
class AffineTile: CIFilter, CIAffineTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAffineTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Repeats an image over the plane and maps the result affinely.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .identity, identity: .identity) var transform: CGAffineTransform

    private static let kernel = CIKernel(
        TiledSampling.function + """
            kernel vec4 affineTile(sampler image, vec4 linear, vec2 offset, vec4 tile, bool nearest) {
                vec2 d = destCoord();
                return tiled(image, d.x * linear.xy + d.y * linear.zw + offset, tile, nearest);
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let tile = inputImage.extent
        guard transform.keepsPicture, !tile.isEmpty else { return .empty() }
        if tile.isInfinite { return inputImage.transformed(by: transform) }
        let inverse = transform.inverted()
        let sampler = CISampler(image: inputImage, options: [kCISamplerFilterMode: kCISamplerFilterNearest])
        let region = CIKernelRegion { _, rect in
            // Half a pixel for the stretching, half a pixel to the neighbours' centres, and half a pixel for the
            // neighbours themselves.
            RectangleTiling(tile: tile).part(of: rect.applying(inverse).insetBy(dx: -1.5, dy: -1.5))
        }
        let offset = CIVector(x: inverse.tx - tile.minX, y: inverse.ty - tile.minY)
        return Self.kernel.apply(
            extent: .infinite, region: region, sampler,
            CIVector(x: inverse.a, y: inverse.b, z: inverse.c, w: inverse.d), offset,
            CIVector(x: tile.minX + 0.5, y: tile.minY + 0.5, z: tile.width, w: tile.height),
            inputImage.interpolation == .nearest
        ).resampling
    }
}

/// Inputs of the affine tile.
public protocol CIAffineTile: CIFilterProtocol {
    /// The image that is repeated.
    var inputImage: CIImage? { get set }
    /// The map from the tiled plane to the result, both in pixels with the origin at the bottom left.
    var transform: CGAffineTransform { get set }
}

extension CIFilter {
    /// A filter that repeats an image over the plane and maps the result affinely.
    public class func affineTile() -> any CIFilter & CIAffineTile { registered(AffineTile()) }
}

extension AffineTile: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("transform=0.3,0.1,-0.1,0.3,90,20") }
}
