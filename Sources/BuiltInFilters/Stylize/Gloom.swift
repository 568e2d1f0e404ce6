import CoreImageEssentials
import Foundation

/// Dulls the highlights: removes the amount by which a blurred copy is darker than the image.
///
/// `image + intensity · min(blurred − image, 0)` on premultiplied linear pixels, including alpha, where `blurred` is a
/// Gaussian blur of standard deviation `radius` in pixels, with transparency outside the image, so that its edges fade.
/// The extent grows by three radii on every side, into transparency. The intensity is clamped to 0…1. Source: fitted to
/// a lossless picture of Core Image (iOS 7), with mean 0.18 and 99th percentile 1.2 of 255 when the blur works on sRGB
/// values, as that system's did. Newer pictures of the Gaussian blur use linear light; with it, this picture differs by
/// a mean of 0.7.
class Gloom: CIFilter, CIGloom {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGloom", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Dulls the highlights.", status: .fitted(mean: 0.7, percentile99: 10))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, min: 0, slider: 0...100, identity: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...1, identity: 0, nonFinite: 0) var intensity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 gloom(__sample image, __sample blurred, float intensity) {
            return image + intensity * min(blurred - image, 0.0);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let intensity = min(max(intensity, 0), 1)
        if intensity == 0 || !(radius > 0) { return inputImage }
        let blurred = CIImage(node: inputImage.node.gaussianBlurred(sigma: Double(radius)))
        return Self.kernel.apply(
            to: inputImage, extent: blurred.extent.union(inputImage.extent), blurred, intensity)
    }
}

/// Inputs of the gloom filter.
public protocol CIGloom: CIFilterProtocol {
    /// The image whose highlights are dulled.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the blur in pixels, 0 or more.
    var radius: Float { get set }
    /// How much the highlights are dulled, from 0 to 1.
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that dulls the highlights.
    public class func gloom() -> any CIFilter & CIGloom { registered(Gloom()) }
}
