import CoreImageEssentials
import Foundation

/// Adds random noise to every colour component, the same in every rendering.
///
/// `decode(encode(rgb) + intensity · n)` with sRGB's transfer function, so that the noise looks alike in shadows and
/// highlights. n is uniform noise between −½ and ½ that depends only on the pixel's position, independent for red,
/// green and blue. The mean of the noise is 0 in encoded values. Computed on unpremultiplied linear working-space
/// colour; alpha is kept, nothing is clamped. The intensity is clamped to 0, which changes nothing, to 5; NaN counts as
/// 0. Apple documents random noise in a perceptual space. The noise itself and its strength are not published; these
/// are ours.
class Dither: CIFilter, CIDither {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDither", categories: [.colorEffect, .highDynamicRange, .video], kind: .color,
            summary: "Adds noise, which hides steps between colours.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0.1, range: 0...5, slider: 0...1, identity: 0) var intensity: Float

    private static let kernel = CIColorKernel(
        PositionNoise.source + """
            kernel vec4 dither(__sample image, float intensity) {
                vec4 c = unpremultiply(image);
                vec3 noisy = linear_to_srgb(c.rgb) + positionNoise(destCoord()) * intensity;
                return premultiply(vec4(srgb_to_linear(noisy), c.a));
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let amount = min(max(intensity.isNaN ? 0 : intensity, 0), 5)
        return amount == 0 ? inputImage : Self.kernel.apply(to: inputImage, amount)
    }
}

/// Inputs of the dither filter.
public protocol CIDither: CIFilterProtocol {
    /// The image to add noise to.
    var inputImage: CIImage? { get set }
    /// Width of the noise's range in sRGB-encoded numbers, from 0 to 5.
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that adds noise.
    public class func dither() -> any CIFilter & CIDither { registered(Dither()) }
}

extension Dither: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("intensity=0.2, ColorPosterize levels=4") }
}
