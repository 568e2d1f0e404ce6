import CoreImageEssentials
import Foundation

/// Adds a soft glow: the amount by which a blurred copy is brighter than the image.
///
/// `image + intensity · max(blurred − image, 0)` on premultiplied linear pixels, including alpha, where `blurred` is a
/// Gaussian blur of standard deviation `radius` in pixels. The glow reaches three radii past the image's edges, and the
/// extent grows with it. Negative intensities count as 0. Above 1, alpha stays as at 1 and light keeps growing. Source:
/// fitted to a lossless picture of Core Image (iOS 7), with mean 0.26 and 99th percentile 1.9 of 255 when the blur
/// works on sRGB values, as that system's did. Newer pictures of the Gaussian blur use linear light; with it, this
/// picture differs by a mean of 1.7.
class Bloom: CIFilter, CIBloom {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBloom", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Softens edges and adds a glow.", status: .fitted(mean: 1.66, percentile99: 28))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, min: 0, slider: 0...100, identity: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...1, identity: 0, nonFinite: 0) var intensity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 bloom(__sample image, __sample blurred, float intensity) {
            vec4 glow = max(blurred - image, 0.0);
            return image + vec4(glow.rgb * intensity, glow.a * min(intensity, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let intensity = max(intensity, 0)
        if intensity == 0 || !(radius > 0) { return inputImage }
        let blurred = CIImage(node: inputImage.node.gaussianBlurred(sigma: Double(radius)))
        return Self.kernel.apply(
            to: inputImage, extent: blurred.extent.union(inputImage.extent), blurred, intensity)
    }
}

/// Inputs of the bloom filter.
public protocol CIBloom: CIFilterProtocol {
    /// The image that glows.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the blur in pixels, 0 or more. The glow reaches three times as far.
    var radius: Float { get set }
    /// How bright the glow is, from 0.
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that softens edges and adds a glow.
    public class func bloom() -> any CIFilter & CIBloom { registered(Bloom()) }
}
