import CoreImageEssentials
import Foundation

/// A photographic negative: `1 − rgb` on unpremultiplied linear working-space colour; alpha is kept, nothing is
/// clamped. Source: Core Image Programming Guide, which builds it with the colour matrix.
class ColorInvert: CIFilter, CIColorInvert {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorInvert",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Inverts colours, as in a photographic negative.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 colorInvert(__sample image) {
            vec4 c = unpremultiply(image);
            return premultiply(vec4(1.0 - c.rgb, c.a));
        }
        """)

    override var outputImage: CIImage? { inputImage.map { Self.kernel.apply(to: $0) } }
}

/// Inputs of the colour inversion.
public protocol CIColorInvert: CIFilterProtocol {
    /// The image to invert.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that inverts colours.
    public class func colorInvert() -> any CIFilter & CIColorInvert { registered(ColorInvert()) }
}
