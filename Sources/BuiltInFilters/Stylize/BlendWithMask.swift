import CoreImageEssentials
import Foundation

/// Mixes an image and a background by the green of a mask: `B · (1 − m) + S · m`, with m the mask's premultiplied
/// green, on premultiplied linear working-space colour.
///
/// The image shows where the mask is white, the background where it is black or there is no mask pixel. Masks outside
/// 0…1 extrapolate. Without a background the image is mixed with transparency. The extent is the union of the image's
/// and the background's. Source: Core Image Filter Reference.
class BlendWithMask: CIFilter, CIBlendWithMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBlendWithMask", categories: [.stylize, .highDynamicRange, .video], kind: .composite,
            summary: "Shows an image where a mask is white, and a background where it is black.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?
    @CIInput var maskImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 blendWithMask(__sample image, __sample background, __sample mask) {
            return mix(background, image, mask.g);
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
    /// A filter that mixes two images by a mask.
    public class func blendWithMask() -> any CIFilter & CIBlendWithMask { registered(BlendWithMask()) }
}
