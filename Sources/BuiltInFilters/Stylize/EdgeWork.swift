import CoreImageEssentials
import Foundation

/// A black-and-white picture like a woodcut: white where the image is brighter than its surroundings, mainly along
/// edges, and black elsewhere.
///
/// `smoothstep(0.005, 0.04, v − blurred v)` in all three components, where v is perceived brightness: the sRGB value of
/// the luminance of premultiplied linear working-space colour. The blur is a Gaussian of standard deviation `radius`
/// pixels, edge pixels repeated, so that edges become about as thick as the radius. The result is multiplied by the
/// image's alpha; alpha and extent are kept. A radius that isn't positive and finite gives black.
///
/// No formula is published; this one is ours, made for the documented look.
class EdgeWork: CIFilter, CIEdgeWork {
    override class var registration: CIFilterRegistration {
        .init(
            "CIEdgeWork", categories: [.stylize, .video], kind: .general,
            summary: "Makes a black-and-white picture like a woodcut.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 3, min: 0, slider: 0...20, nonFinite: 0, type: kCIAttributeTypeDistance) var radius: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 edgeWork(__sample tone, __sample blurred) {
            return vec4(vec3(smoothstep(0.005, 0.04, tone.r - blurred.r)) * tone.a, tone.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let tone = inputImage.tone()
        return Self.kernel.apply(to: tone, tone.clampedAndBlurred(sigma: Double(radius)))
    }
}

/// Inputs of the edge work filter.
public protocol CIEdgeWork: CIFilterProtocol {
    /// The image to make a woodcut of.
    var inputImage: CIImage? { get set }
    /// Thickness of the edges: standard deviation of a blur in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that makes a black-and-white picture like a woodcut.
    public class func edgeWork() -> any CIFilter & CIEdgeWork { registered(EdgeWork()) }
}
