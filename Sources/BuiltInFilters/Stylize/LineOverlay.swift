import CoreImageEssentials
import Foundation

/// A drawing of an image's edges in black on a transparent background.
///
/// The image is first processed by `CINoiseReduction` with the two NR inputs. Then
/// `alpha = clamp((intensity · g − threshold) · contrast, 0, 1)`, where g is the length of Sobel's gradient
/// (`CISobelGradients`, a step of 1 gives 1) of perceived brightness: the sRGB value of the luminance of premultiplied
/// linear working-space colour. The colour is black; alpha is multiplied by the image's alpha. The extent stays.
///
/// Core Image's documentation names these steps; their scales aren't published, and are ours. An edge intensity that
/// isn't positive and finite draws nothing. A threshold below 0 counts as 0, a contrast below 0.25 as 0.25, and ones
/// that aren't finite as their defaults.
class LineOverlay: CIFilter, CILineOverlay {
    override class var registration: CIFilterRegistration {
        .init(
            "CILineOverlay", categories: [.stylize, .video], kind: .general,
            summary: "Draws an image's edges in black on transparent ground.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputNRNoiseLevel", default: 0.07, min: 0, slider: 0...0.1, identity: 0, name: "NR Noise Level")
    var nrNoiseLevel: Float
    @CIInput("inputNRSharpness", default: 0.71, min: 0, slider: 0...2, identity: 0, name: "NR Sharpness")
    var nrSharpness: Float
    @CIInput(default: 1, min: 0, slider: 0...200, identity: 0, nonFinite: 0) var edgeIntensity: Float
    @CIInput(default: 0.1, min: 0, slider: 0...1, identity: 0, nonFinite: 0.1) var threshold: Float
    @CIInput(default: 50, min: 0.25, slider: 0.25...200, identity: 1, nonFinite: 50) var contrast: Float

    private static let kernel = CIKernel(
        SobelGradient.functions + """
            kernel vec4 lineOverlay(sampler tone, __sample image, float intensity, float threshold, float contrast) {
                float edge = length(vec2(across(tone).r, upwards(tone).r)) * intensity;
                return vec4(vec3(0.0), clamp((edge - threshold) * contrast, 0.0, 1.0) * image.a);
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let smooth = inputImage.applyingFilter(
            "CINoiseReduction",
            parameters: ["inputNoiseLevel": nrNoiseLevel, kCIInputSharpnessKey: nrSharpness])
        return Self.kernel.apply(
            to: smooth.tone().clampedToExtent(), extent: inputImage.extent, region: .inset(-SobelGradient.reach),
            inputImage, max(edgeIntensity, 0), max(threshold, 0),
            max(contrast, 0.25))
    }
}

/// Inputs of the line overlay.
public protocol CILineOverlay: CIFilterProtocol {
    /// The image whose edges are drawn.
    var inputImage: CIImage? { get set }
    /// Noise level of the noise reduction, from 0.
    var nrNoiseLevel: Float { get set }
    /// Sharpness of the noise reduction, from 0.
    var nrSharpness: Float { get set }
    /// Factor of the edges' strength, from 0.
    var edgeIntensity: Float { get set }
    /// The least strength of edges that are drawn, from 0.
    var threshold: Float { get set }
    /// How quickly lines become black above the threshold, from 0.25.
    var contrast: Float { get set }
}

extension CIFilter {
    /// A filter that draws an image's edges in black on transparent ground.
    public class func lineOverlay() -> any CIFilter & CILineOverlay { registered(LineOverlay()) }
}
