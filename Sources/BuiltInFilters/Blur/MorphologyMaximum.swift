import CoreImageEssentials
import Foundation
import ImageGraph

/// The largest value of each component among the pixels of a disc.
///
/// Light parts grow. The maximum, of alpha too, is over the premultiplied linear working-space pixels whose centres lie
/// within `radius` of a pixel's centre (dx² + dy² ≤ radius²), transparent outside the image. The extent grows by the
/// radius, in whole pixels. Radii below 1, and ones that aren't finite, change nothing; the maximum radius is 1000.
/// Source: measurements of published renders of Core Image.
class MorphologyMaximum: CIFilter, CIMorphologyMaximum {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMorphologyMaximum", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Makes light parts grow by a disc.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0, slider: 0...50, identity: 0, type: kCIAttributeTypeDistance) var radius: Float

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return inputImage.mapNode { $0.discExtremum(.maximum, radius: Double(radius)) }
    }
}

/// Inputs of the morphological maximum over a disc.
public protocol CIMorphologyMaximum: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Radius of the disc in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that makes light parts grow by a disc.
    public class func morphologyMaximum() -> any CIFilter & CIMorphologyMaximum { registered(MorphologyMaximum()) }
}

extension MorphologyMaximum: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("radius=4") }
}
