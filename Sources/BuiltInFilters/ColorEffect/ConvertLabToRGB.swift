import CoreImageEssentials
import Foundation

/// Converts CIE L\*a\*b\* to colours: L in the red channel, a in green and b in blue. The inverse of the conversion to
/// CIE L\*a\*b\*.
///
/// `f(Y) = (L + 16) / 116`, `f(X) = f(Y) + a / 500`, `f(Z) = f(Y) − b / 200`; X, Y, Z, divided by those of white, are
/// `f³`, or `(116 f − 16) · 27 / 24389` up to f = 6/29. Normalised channels hold `L / 100`, `(a + 128) / 256` and
/// `(b + 128) / 256`. Values are unpremultiplied, alpha is kept, and nothing is clamped. White is D50, adapted to
/// sRGB's by Bradford's method; Apple's documentation of the filter, which gives the ranges, doesn't name the white.
/// Formulas: CIE 15:2004.
class ConvertLabToRGB: CIFilter, CIConvertLab {
    override class var registration: CIFilterRegistration {
        .init(
            "CIConvertLabToRGB", displayName: "Convert Lab to RGB",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video], kind: .color,
            summary: "Converts CIE L*a*b* to colours.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: false, range: 0...1) var normalize: Bool

    private static let kernel = CIColorKernel(
        LabFunctions.source + """
            kernel vec4 convertFromLab(__sample image, vec3 scale, vec3 offset) {
                vec4 c = unpremultiply(image);
                return premultiply(vec4(lightFromLab(c.rgb * scale + offset), c.a));
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let scale = normalize ? CIVector(x: 100, y: 256, z: 256) : CIVector(x: 1, y: 1, z: 1)
        let offset = normalize ? CIVector(x: 0, y: -128, z: -128) : CIVector(x: 0, y: 0, z: 0)
        return Self.kernel.apply(to: inputImage, scale, offset).fromLinearLight
    }
}

extension CIFilter {
    /// A filter that converts CIE L\*a\*b\* to colours.
    public class func convertLabToRGB() -> any CIFilter & CIConvertLab { registered(ConvertLabToRGB()) }
}

extension ConvertLabToRGB: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("ConvertRGBtoLab normalize=1, HueAdjust angle=1.5, ConvertLabToRGB normalize=1")
    }
}
