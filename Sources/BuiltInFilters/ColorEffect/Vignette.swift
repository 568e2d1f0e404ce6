import CoreImageEssentials
import Foundation

/// Darkens an image towards its corners, or lightens it.
///
/// Linear working-space light is multiplied by `1 + intensity · ((1 − d²)⁴ − 1)`, where d is the distance from the
/// middle of the extent, divided by `radius / 2` times its shorter side, at most 1. Alpha is kept. So at intensity 1
/// the image is black where d is 1, and a larger radius darkens less.
///
/// Intensities are clamped to −1…1 and radii to 0…2. An intensity that isn't finite counts as 0, such a radius as 1. An
/// infinite image has no corners: it gives an image whose rendering throws `CIFilterError.badValue`, unless the
/// intensity is 0. Source: fitted to a lossless picture of Core Image (iOS 7) at intensity 2 and radius 10, which it
/// matches with mean 0.00 and a largest difference of 1 of 255. The picture shows `(1 − r²/h²)⁴` for an image of height
/// h. That its intensity and radius count as the limits 1 and 2, and how smaller ones act, is our reading.
class Vignette: CIFilter, CIVignette {
    override class var registration: CIFilterRegistration {
        .init(
            "CIVignette", categories: [.colorEffect, .highDynamicRange, .interlaced, .video], kind: .color,
            summary: "Darkens or lightens an image towards its corners.", status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0, range: -1...1, slider: -1...1, identity: 0, nonFinite: 0) var intensity: Float
    @CIInput(default: 1, range: 0...2, slider: 0...2, nonFinite: 1) var radius: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 vignette(__sample image, vec2 center, float perReach, float intensity) {
            float d = min(length(destCoord() - center) * perReach, 1.0);
            float left = 1.0 - d * d;
            left *= left;
            return vec4(image.rgb * (1.0 + intensity * (left * left - 1.0)), image.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let extent = inputImage.extent
        if intensity == 0 || extent.isEmpty { return inputImage }
        let side = min(extent.width, extent.height)
        guard !extent.isInfinite, side.isFinite else {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: kCIInputImageKey,
                    reason: "its extent is infinite, and has no corners; crop it first"))
        }
        let reach = min(max(radius, 0), 2) * Float(side) / 2
        return Self.kernel.apply(
            to: inputImage, CIVector(x: extent.midX, y: extent.midY), 1 / max(reach, 1e-3), min(max(intensity, -1), 1))
    }
}

/// Inputs of the vignette.
public protocol CIVignette: CIFilterProtocol {
    /// The image to darken, of finite extent.
    var inputImage: CIImage? { get set }
    /// From −1 (light corners) over 0 (no change) to 1 (dark corners).
    var intensity: Float { get set }
    /// Distance from the middle at which intensity 1 gives black: from 0 to 2, where 1 means half of the shorter side.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that darkens an image towards its corners.
    public class func vignette() -> any CIFilter & CIVignette { registered(Vignette()) }
}

extension Vignette: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("intensity=1 radius=0.8") }
}
