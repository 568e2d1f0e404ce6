import Foundation
import ImageGraph

/// An image averaged with weights that follow a Gaussian of standard deviation `radius`, in pixels.
///
/// Premultiplied linear working-space pixels, transparent outside the image, so that edges fade; clamp the image first to avoid it. The extent grows as far as the
/// weights reach. A radius of 0, a negative one and one that isn't finite change nothing. Source: a published render, which this matches.
final class GaussianBlur: CIFilter, CIGaussianBlur {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGaussianBlur", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs by a Gaussian distribution.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, min: 0, slider: 0...100, identity: 0) var radius: Float

    override var outputImage: CIImage? {
        inputImage.map { CIImage(node: $0.node.gaussianBlurred(sigma: Double(radius))) }
    }
}

/// Inputs of the Gaussian blur.
public protocol CIGaussianBlur: CIFilterProtocol {
    /// The image to blur.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the Gaussian in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that blurs by a Gaussian distribution.
    public class func gaussianBlur() -> any CIFilter & CIGaussianBlur { GaussianBlur() }
}
