import CoreImageEssentials
import Foundation

/// Converts a gray image to white with the gray as opacity: `(v, v, v, v)` premultiplied, with the gray value v.
///
/// v is the green component of the premultiplied linear working-space colour, as in the masks of other filters, clamped
/// to 0…1. Source: Core Image Filter Reference. That green is used is fitted to a lossless picture of Core Image (iOS
/// 7), which it matches with mean 0.00 and a largest difference of 1 of 255.
class MaskToAlpha: CIFilter, CIMaskToAlpha {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMaskToAlpha", displayName: "Mask to Alpha",
            categories: [.colorEffect, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Makes a gray mask white with the gray as its alpha.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 maskToAlpha(__sample s) {
            return vec4(clamp(s.g, 0.0, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage])
    }
}

/// Inputs of the filter that turns masks into opacity.
public protocol CIMaskToAlpha: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that turns a gray mask into opacity.
    public class func maskToAlpha() -> any CIFilter & CIMaskToAlpha { registered(MaskToAlpha()) }
}
