import CoreImageEssentials
import Foundation

/// Converts colours to CIE L\*a\*b\*: L in the red channel, a in green, b in blue.
///
/// `L = 116 f(Y) − 16`, `a = 500 (f(X) − f(Y))`, `b = 200 (f(Y) − f(Z))` with X, Y, Z divided by those of white, and
/// `f(t) = t^(1/3)`, or `(24389/27 · t + 16) / 116` up to 216/24389. Normalised, the channels are `L / 100`,
/// `(a + 128) / 256` and `(b + 128) / 256`. Colours are unpremultiplied; the result is premultiplied by alpha, which is
/// kept. Nothing is clamped. White is D50, sRGB's white adapted by Bradford's method, as in
/// `convertingWorkingSpaceToLab()`; Apple's documentation of the filter, which gives the ranges, doesn't name the
/// white. Formulas: CIE 15:2004.
class ConvertRGBtoLab: CIFilter, CIConvertLab {
    override class var registration: CIFilterRegistration {
        .init(
            "CIConvertRGBtoLab", displayName: "Convert RGB to Lab",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video], kind: .color,
            summary: "Converts colours to CIE L*a*b*.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: false, range: 0...1) var normalize: Bool

    private static let kernel = CIColorKernel(
        LabFunctions.source + """
            kernel vec4 convertToLab(__sample image, vec3 scale, vec3 offset) {
                vec4 c = unpremultiply(image);
                return premultiply(vec4(labFromLight(c.rgb) * scale + offset, c.a));
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let scale = normalize ? CIVector(x: 0.01, y: 1.0 / 256, z: 1.0 / 256) : CIVector(x: 1, y: 1, z: 1)
        let offset = normalize ? CIVector(x: 0, y: 0.5, z: 0.5) : CIVector(x: 0, y: 0, z: 0)
        return Self.kernel.apply(to: inputImage.inLinearLight, scale, offset)
    }
}

extension CIFilter {
    /// A filter that converts colours to CIE L\*a\*b\*.
    public class func convertRGBtoLab() -> any CIFilter & CIConvertLab { registered(ConvertRGBtoLab()) }
}

extension ConvertRGBtoLab: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("normalize=1") }
}
