import CoreImageEssentials
import Foundation

/// The sRGB curve from linear light to encoded values: `c ≤ 0.0031308 ? 12.92 c : 1.055 c^(1/2.4) − 0.055` on
/// unpremultiplied working-space components; alpha is kept.
///
/// Values beyond 1 continue the curve, and negative ones mirror it. Source: IEC 61966-2-1.
class LinearToSRGBToneCurve: CIFilter, CILinearToSRGBToneCurve {
    override class var registration: CIFilterRegistration {
        .init(
            "CILinearToSRGBToneCurve", displayName: "Linear to sRGB Tone Curve",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Encodes linear light with the curve of sRGB.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 linearToSRGB(__sample s) {
            vec4 c = unpremultiply(s);
            return premultiply(vec4(sign(c.rgb) * linear_to_srgb(abs(c.rgb)), c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage])
    }
}

/// Inputs of the curve from linear light to sRGB.
public protocol CILinearToSRGBToneCurve: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that encodes linear light as sRGB.
    public class func linearToSRGBToneCurve() -> any CIFilter & CILinearToSRGBToneCurve {
        registered(LinearToSRGBToneCurve())
    }
}
