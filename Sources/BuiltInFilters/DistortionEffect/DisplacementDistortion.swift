import CoreImageEssentials
import Foundation

/// Moves an image's pixels by the colours of a second image.
///
/// A pixel reads the image at `p + scale · (r − ½, g − ½)`, with red and green of the displacement image at p. So a
/// half-bright map moves nothing, a white one shows what is half of the scale away to the upper right, and a grey one
/// moves along that diagonal. Red and green are unpremultiplied linear working-space colour, clamped to 0…1. The shift
/// is weighted with the map's alpha, so nothing moves where the map is transparent or has no pixels. Bilinear sampling
/// of premultiplied linear pixels, transparent outside the image; the extent is the image's. A scale that isn't
/// positive and finite changes nothing; scales above 10⁶ count as 10⁶. Core Image's exact formula isn't published; for
/// a grey map this is how it is described.
class DisplacementDistortion: CIFilter, CIDisplacementDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDisplacementDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Moves an image's pixels by the brightness of another.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var displacementImage: CIImage?
    @CIInput(default: 50, min: 0, slider: 0...200, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance)
    var scale: Float

    private static let kernel = CIKernel(
        """
        kernel vec4 displace(sampler image, sampler map, float scale) {
            vec4 m = sample(map, samplerCoord(map));
            float alpha = clamp(m.a, 0.0, 1.0);
            vec2 shift = clamp(m.rg, 0.0, alpha) - 0.5 * alpha;
            return sample(image, samplerTransform(image, destCoord() + scale * shift));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let displacementImage else { return nil }
        let scale = min(scale, 1e6)
        guard scale > 0 else { return inputImage }
        // At most half of the scale, and one pixel for bilinear sampling.
        let reach = CGFloat(scale) / 2 + 1
        let region = CIKernelRegion { index, rect in index == 0 ? rect.insetBy(dx: -reach, dy: -reach) : rect }
        return Self.kernel.apply(to: inputImage, region: region, displacementImage, scale)
    }
}

/// Inputs of the displacement distortion.
public protocol CIDisplacementDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The map: its red sets how far to the right a pixel is read, its green how far up.
    var displacementImage: CIImage? { get set }
    /// The distance in pixels between what black and white show, 0 or more.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that moves an image's pixels by the brightness of another.
    public class func displacementDistortion() -> any CIFilter & CIDisplacementDistortion {
        registered(DisplacementDistortion())
    }
}
