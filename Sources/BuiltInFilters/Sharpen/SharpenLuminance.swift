import CoreImageEssentials
import Foundation
import ImageGraph

/// Sharpens luminance and keeps colour differences: the three components of a pixel change by the same amount.
///
/// `image + sharpness · (Y(image) − Y(blurred))` on unpremultiplied linear working-space colour, where Y is luminance
/// (Rec. 709 weights). `blurred` is a Gaussian blur of standard deviation `radius` pixels of the premultiplied image,
/// divided by its alpha, so that transparent pixels and the image's border make no edges. Alpha and extent are kept.
/// Nothing is clamped. No formula is published; this one is ours, made for the documented behaviour. A radius that
/// isn't positive and finite, and a sharpness that isn't finite, change nothing; negative sharpness softens.
class SharpenLuminance: CIFilter, CISharpenLuminance {
    override class var registration: CIFilterRegistration {
        .init(
            "CISharpenLuminance", categories: [.sharpen, .highDynamicRange, .video], kind: .general,
            summary: "Sharpens luminance and leaves colours alone.", status: .fitted(mean: 0.66, percentile99: 7))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0.4, slider: 0...2, identity: 0, nonFinite: 0) var sharpness: Float
    @CIInput(default: 1.69, slider: 0...20, identity: 0) var radius: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 sharpenLuminance(__sample image, __sample blurred, float sharpness) {
            vec3 soft = blurred.a > 0.001 ? blurred.rgb * (image.a / blurred.a) : image.rgb;
            float detail = dot(image.rgb - soft, vec3(0.2126, 0.7152, 0.0722));
            return vec4(image.rgb + sharpness * detail, image.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, radius > 0, radius.isFinite, sharpness != 0 else { return inputImage }
        let blurred = CIImage(node: inputImage.node.gaussianBlurred(sigma: Double(radius)))
        return Self.kernel.apply(to: inputImage, blurred, sharpness)
    }
}

/// Inputs of the luminance sharpening.
public protocol CISharpenLuminance: CIFilterProtocol {
    /// The image to sharpen.
    var inputImage: CIImage? { get set }
    /// How much contrast is added, from 0.
    var sharpness: Float { get set }
    /// Standard deviation of the blur in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that sharpens luminance and leaves colours alone.
    public class func sharpenLuminance() -> any CIFilter & CISharpenLuminance { registered(SharpenLuminance()) }
}

extension SharpenLuminance: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("sharpness=2") }
}
