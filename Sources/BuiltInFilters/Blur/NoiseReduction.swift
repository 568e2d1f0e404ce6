import CoreImageEssentials
import Foundation
import ImageGraph

/// Smooths what differs little from its surroundings, and keeps or sharpens the rest.
///
/// Each pixel is compared with `smooth`, a weighted mean of 5 × 5 premultiplied linear working-space pixels; the
/// weights along either direction are 0.0986, 0.2409, 0.3210, 0.2409, 0.0986. With `detail = image − smooth` and its
/// luminance Y (Rec. 709 weights), the result is
/// `smooth + detail · (1 + sharpness) · clamp(|Y| / noiseLevel − 1, 0, 1)`. Below the noise level all detail is
/// removed; from twice the level on it is kept and sharpened. Alpha isn't sharpened. Edge pixels are repeated; the
/// extent stays.
///
/// The weights and the edges are fitted to a published render of Core Image, in which all detail counts as noise (mean
/// difference 0.2/255). How detail above the level is treated is described only in words, so that part is ours.
/// Negative numbers and ones that aren't finite count as 0. If both are 0, nothing changes.
class NoiseReduction: CIFilter, CINoiseReduction {
    override class var registration: CIFilterRegistration {
        .init(
            "CINoiseReduction", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Smooths noise and sharpens edges.", status: .fitted(mean: 0.01, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0.02, min: 0, slider: 0...0.1, identity: 0, nonFinite: 0) var noiseLevel: Float
    @CIInput(default: 0.4, min: 0, slider: 0...2, identity: 0, nonFinite: 0) var sharpness: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 noiseReduction(__sample image, __sample smooth, float level, float sharpness) {
            vec4 detail = image - smooth;
            float contrast = abs(dot(detail.rgb, vec3(0.2126, 0.7152, 0.0722)));
            float kept = level > 0.0 ? clamp(contrast / level - 1.0, 0.0, 1.0) : 1.0;
            return smooth + kept * vec4(detail.rgb * (1.0 + sharpness), detail.a);
        }
        """)

    private static let weights: [Float] = {
        let line: [Float] = [0.09862, 0.24085, 0.32106, 0.24085, 0.09862]
        return line.flatMap { row in line.map { row * $0 } }
    }()

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (level, sharpness) = (max(noiseLevel, 0), max(sharpness, 0))
        if (level == 0 && sharpness == 0) || inputImage.extent.isNull { return inputImage }
        let smooth = inputImage.clampedToExtent().node.convolved(weights: Self.weights, width: 5, height: 5)
        return Self.kernel.apply(to: inputImage, CIImage(node: smooth), level, sharpness)
    }
}

/// Inputs of the noise reduction.
public protocol CINoiseReduction: CIFilterProtocol {
    /// The image to smooth.
    var inputImage: CIImage? { get set }
    /// Difference in luminance up to which detail counts as noise, from 0.
    var noiseLevel: Float { get set }
    /// How much greater differences are increased, from 0.
    var sharpness: Float { get set }
}

extension CIFilter {
    /// A filter that smooths noise and sharpens edges.
    public class func noiseReduction() -> any CIFilter & CINoiseReduction { registered(NoiseReduction()) }
}
