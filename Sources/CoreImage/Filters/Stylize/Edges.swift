import Foundation

/// Edges in colour: how steeply each component changes.
///
/// `intensity · √(x² + y²)` for red, green and blue each, where x and y are Sobel's differences of the premultiplied linear working-space pixels to the right
/// and upwards, divided by 4, so that a straight step of 1 has the value `intensity`; times the pixel's alpha, which stays. Nothing is clamped above. Edge
/// pixels are repeated, so that the image's border isn't an edge; the extent stays. Intensities below 0, and ones that aren't finite, count as 0, which gives
/// black, as Core Image's attributes have it. No formula is published; this one is the textbook's.
final class Edges: CIFilter, CIEdges {
    override class var registration: CIFilterRegistration {
        .init(
            "CIEdges", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Shows the edges in an image in colour.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, min: 0, slider: 0...10, identity: 0) var intensity: Float

    private static let kernel = CIKernel(
        SobelGradient.functions + """
            kernel vec4 edges(sampler image, float intensity) {
                vec3 x = across(image).rgb, y = upwards(image).rgb;
                float alpha = sample(image, samplerCoord(image)).a;
                return vec4(sqrt(x * x + y * y) * (intensity * alpha), alpha);
            }
            """)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(
            to: inputImage.clampedToExtent(), extent: inputImage.extent, region: .inset(-SobelGradient.reach),
            max(intensity.finite(or: 0), 0))
    }
}

/// Inputs of the edges filter.
public protocol CIEdges: CIFilterProtocol {
    /// The image whose edges are shown.
    var inputImage: CIImage? { get set }
    /// How bright edges are, from 0.
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that shows the edges in an image in colour.
    public class func edges() -> any CIFilter & CIEdges { Edges() }
}
