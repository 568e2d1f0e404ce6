import CoreImageEssentials
import Foundation

/// Edges in colour: how steeply each component changes.
///
/// `intensity · (x² + y²) / 2` for each of red, green and blue, where x and y are Roberts' differences of the
/// premultiplied linear working-space pixels: between the pixel and its lower right neighbour, and between its right
/// and its lower neighbour. Alpha is kept. Nothing is clamped above. Edge pixels are repeated, so that the image's
/// border isn't an edge; the extent stays. Intensities below 0, and ones that aren't finite, count as 0, which gives
/// black, as in Core Image's attributes. Source: fitted to a small JPEG picture of Core Image at intensity 2 (Mac OS X
/// 10.4, whose colours have a power of 1.8), which the formula matches with mean 1.1 of 255. That the result is
/// proportional to the intensity, and not to its square, is our reading. Roberts (1963).
class Edges: CIFilter, CIEdges {
    override class var registration: CIFilterRegistration {
        .init(
            "CIEdges", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Shows the edges in an image in colour.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, min: 0, slider: 0...10, identity: 0, nonFinite: 0) var intensity: Float

    private static let kernel = CIKernel(
        """
        vec3 near(sampler image, vec2 offset) { return sample(image, samplerTransform(image, destCoord() + offset)).rgb; }
        kernel vec4 edges(sampler image, float scale) {
            vec4 here = sample(image, samplerCoord(image));
            vec3 x = here.rgb - near(image, vec2(1.0, -1.0));
            vec3 y = near(image, vec2(1.0, 0.0)) - near(image, vec2(0.0, -1.0));
            return vec4((x * x + y * y) * scale, here.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(
            to: inputImage.clampedToExtent(), extent: inputImage.extent, region: .inset(-1),
            max(intensity, 0) / 2)
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
    public class func edges() -> any CIFilter & CIEdges { registered(Edges()) }
}

extension Edges: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("intensity=5") }
}
