import CoreImageEssentials
import Foundation

/// Fades from one image to another: `source · (1 − t) + target · t` on premultiplied linear working-space colour.
///
/// Times below 0 and NaN count as 0, and times above 1 as 1. The extent is the union of both images'. Compared with a
/// picture that Core Image made.
class DissolveTransition: CIFilter, CIDissolveTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDissolveTransition", displayName: "Dissolve",
            categories: [.transition, .highDynamicRange, .interlaced, .nonSquarePixels, .video], kind: .transition,
            summary: "Fades from one image to another.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float

    static let kernel = CIColorKernel(
        """
        kernel vec4 dissolve(__sample source, __sample target, float time) { return mix(source, target, time); }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        return Self.kernel.apply(
            extent: inputImage.extent.union(targetImage.extent),
            arguments: [inputImage, targetImage, TransitionTime(time).value])
    }
}

/// Inputs of the dissolve.
public protocol CIDissolveTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
}

extension CIFilter {
    /// A filter that fades from one image to another.
    public class func dissolveTransition() -> any CIFilter & CIDissolveTransition { registered(DissolveTransition()) }
}

extension DissolveTransition: CIFilterExampleProviding {
    static var example: CIFilterExample { .init { "time=\($0)" } }
}
