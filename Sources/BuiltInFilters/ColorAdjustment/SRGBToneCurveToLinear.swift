import CoreImageEssentials
import Foundation

/// The sRGB curve from encoded values to linear light: `c ≤ 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055)^2.4` on
/// unpremultiplied working-space components; alpha is kept.
///
/// Values beyond 1 continue the curve, and negative ones mirror it. Source: IEC 61966-2-1.
class SRGBToneCurveToLinear: CIFilter, CISRGBToneCurveToLinear {
    override class var registration: CIFilterRegistration {
        .init(
            "CISRGBToneCurveToLinear", displayName: "sRGB Tone Curve to Linear",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Decodes values encoded with the curve of sRGB to linear light.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 srgbToLinear(__sample s) {
            vec4 c = unpremultiply(s);
            return premultiply(vec4(sign(c.rgb) * srgb_to_linear(abs(c.rgb)), c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage])
    }
}

/// Inputs of the curve from sRGB to linear light.
public protocol CISRGBToneCurveToLinear: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that decodes sRGB to linear light.
    public class func sRGBToneCurveToLinear() -> any CIFilter & CISRGBToneCurveToLinear {
        registered(SRGBToneCurveToLinear())
    }
}
