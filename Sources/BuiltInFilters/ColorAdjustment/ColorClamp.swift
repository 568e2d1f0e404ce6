import CoreImageEssentials
import Foundation

/// Keeps each component between bounds: `min(max(c, min), max)` for red, green, blue and alpha of unpremultiplied
/// linear working-space colour, premultiplied again by the new alpha.
///
/// The image's extent stays. Vectors with fewer than four numbers are filled with zeros; bounds that aren't finite
/// count as the defaults. Source: Core Image Filter Reference.
class ColorClamp: CIFilter, CIColorClamp {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorClamp",
            categories: [.colorAdjustment, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Keeps each component between a least and a greatest value.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CIVector(x: 0, y: 0, z: 0, w: 0)) var minComponents: CIVector
    @CIInput(default: CIVector(x: 1, y: 1, z: 1, w: 1)) var maxComponents: CIVector

    private static let kernel = CIColorKernel(
        """
        kernel vec4 colorClamp(__sample s, vec4 least, vec4 most) {
            return premultiply(min(max(unpremultiply(s), least), most));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(
            extent: inputImage.extent,
            arguments: [inputImage, minComponents.four(or: 0), maxComponents.four(or: 1)])
    }
}

/// Inputs of the colour clamp.
public protocol CIColorClamp: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// The least red, green, blue and alpha.
    var minComponents: CIVector { get set }
    /// The greatest red, green, blue and alpha.
    var maxComponents: CIVector { get set }
}

extension CIFilter {
    /// A filter that keeps components between bounds.
    public class func colorClamp() -> any CIFilter & CIColorClamp { registered(ColorClamp()) }
}

extension ColorClamp: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("minComponents=0.1,0.1,0.3,0 maxComponents=0.6,0.7,0.9,1") }
}
