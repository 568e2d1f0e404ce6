import CoreImageEssentials
import Foundation

/// Mixes an image and a background by the red of a mask: `B · (1 − m) + S · m`, with m the mask's premultiplied red, on
/// premultiplied linear working-space colour.
///
/// The image shows where the mask's red is 1, the background where it is 0 or there is no mask pixel. Masks outside 0…1
/// extrapolate. Without a background the image is mixed with transparency. The extent is the union of the image's and
/// the background's. Source: the filter's own description.
class BlendWithRedMask: CIFilter, CIBlendWithMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBlendWithRedMask", categories: [.stylize, .highDynamicRange, .video], kind: .composite,
            summary: "Shows an image where a mask's red is 1, and a background where it is 0.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?
    @CIInput var maskImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 blendWithRedMask(__sample image, __sample background, __sample mask) {
            return mix(background, image, mask.r);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let maskImage else { return nil }
        let background = backgroundImage ?? .empty()
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.union(background.extent), background, maskImage)
    }
}

extension CIFilter {
    /// A filter that mixes two images by a mask's red.
    public class func blendWithRedMask() -> any CIFilter & CIBlendWithMask { registered(BlendWithRedMask()) }
}
