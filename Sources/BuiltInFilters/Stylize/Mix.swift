import CoreImageEssentials
import Foundation

/// Mixes an image and a background by one amount for all pixels: `B · (1 − t) + S · t`, with t the amount between 0 and
/// 1, on premultiplied linear working-space colour.
///
/// 1 gives the image alone, 0 the background. Without a background the image fades. Amounts are clamped to 0…1; NaN
/// counts as 1. The extent is the union of both, whatever the amount. Source: the filter's own description.
class Mix: CIFilter, CIMix {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMix", categories: [.stylize, .highDynamicRange, .video], kind: .composite,
            summary: "Mixes an image and a background by one amount.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var backgroundImage: CIImage?
    @CIInput(default: 1, slider: 0...1, identity: 1) var amount: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 mixByAmount(__sample image, __sample background, float amount) {
            return mix(background, image, amount);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let background = backgroundImage ?? .empty()
        let amount = amount.isNaN ? 1 : min(max(amount, 0), 1)
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.union(background.extent), background, amount)
    }
}

/// Inputs of the mix of two images.
public protocol CIMix: CIFilterProtocol {
    /// The image that amount 1 shows.
    var inputImage: CIImage? { get set }
    /// The image that amount 0 shows; transparent when nil.
    var backgroundImage: CIImage? { get set }
    /// The image's share, from 0 to 1.
    var amount: Float { get set }
}

extension CIFilter {
    /// A filter that mixes two images by one amount.
    public class func mix() -> any CIFilter & CIMix { registered(Mix()) }
}

extension Mix: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("amount=0.5") }
}
