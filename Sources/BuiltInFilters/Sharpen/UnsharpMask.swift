import CoreImageEssentials
import Foundation
import ImageGraph

/// Increases contrast at edges: the difference between the image and its blurred copy is added to it.
///
/// `image + intensity · (image − blurred)` on unpremultiplied linear working-space colour. `blurred` is a Gaussian blur
/// of standard deviation `radius` pixels of the premultiplied image, divided by its alpha, so that transparent pixels
/// and the image's border make no edges. Alpha and extent are kept. Nothing is clamped. No formula is published; this
/// is the textbook's, with the identities that Core Image reports. A radius that isn't positive and finite, and an
/// intensity that isn't finite, change nothing; negative intensities soften.
class UnsharpMask: CIFilter, CIUnsharpMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CIUnsharpMask", categories: [.sharpen, .highDynamicRange, .video], kind: .general,
            summary: "Increases contrast at edges.", status: .fitted(mean: 0.79, percentile99: 10))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 2.5, min: 0, slider: 0...100, identity: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...1, identity: 0, nonFinite: 0) var intensity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 unsharpMask(__sample image, __sample blurred, float intensity) {
            vec3 soft = blurred.a > 0.001 ? blurred.rgb * (image.a / blurred.a) : image.rgb;
            return vec4(image.rgb + intensity * (image.rgb - soft), image.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, radius > 0, radius.isFinite, intensity != 0 else { return inputImage }
        let blurred = CIImage(node: inputImage.node.gaussianBlurred(sigma: Double(radius)))
        return Self.kernel.apply(to: inputImage, blurred, intensity)
    }
}

/// Inputs of the unsharp mask.
public protocol CIUnsharpMask: CIFilterProtocol {
    /// The image to sharpen.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the blur in pixels, 0 or more.
    var radius: Float { get set }
    /// How much contrast is added, from 0.
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that increases contrast at edges.
    public class func unsharpMask() -> any CIFilter & CIUnsharpMask { registered(UnsharpMask()) }
}

extension UnsharpMask: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("radius=4 intensity=2") }
}
