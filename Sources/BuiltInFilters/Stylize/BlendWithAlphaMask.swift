import CoreImageEssentials
import Foundation

/// Mixes an image and a background by the alpha of a mask: `B · (1 − m) + S · m`, with m the mask's alpha, on
/// premultiplied linear working-space colour.
///
/// The image shows where the mask is opaque, the background where it is transparent. Without a background the image is
/// mixed with transparency. The extent is the union of the image's and the background's. Source: Core Image Filter
/// Reference.
class BlendWithAlphaMask: CIFilter, CIBlendWithMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBlendWithAlphaMask", categories: [.stylize, .highDynamicRange, .video], kind: .composite,
            summary: "Shows an image where a mask is opaque, and a background where it is transparent.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?
    @CIInput var maskImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 blendWithAlphaMask(__sample image, __sample background, __sample mask) {
            return mix(background, image, mask.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let maskImage else { return nil }
        let background = backgroundImage ?? .empty()
        return Self.kernel.apply(
            extent: inputImage.extent.union(background.extent),
            arguments: [inputImage, background, maskImage])
    }
}

extension CIFilter {
    /// A filter that mixes two images by a mask's alpha.
    public class func blendWithAlphaMask() -> any CIFilter & CIBlendWithMask { registered(BlendWithAlphaMask()) }
}

extension BlendWithAlphaMask: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("", companions: [kCIInputMaskImageKey: "alpha-mask.png"]) }
}
