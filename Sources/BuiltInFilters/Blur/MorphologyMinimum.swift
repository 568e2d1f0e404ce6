import CoreImageEssentials
import Foundation
import ImageGraph

/// The smallest value of each component among the pixels of a disc.
///
/// Dark parts grow. The minimum, of alpha too, is over the premultiplied linear working-space pixels whose centres lie
/// within `radius` of a pixel's centre (dx² + dy² ≤ radius²), transparent outside the image. Edges of the image become
/// transparent; the extent stays. Radii below 1, and ones that aren't finite, change nothing; the maximum radius is
/// 1000. Source: measurements of published renders of Core Image.
class MorphologyMinimum: CIFilter, CIMorphologyMinimum {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMorphologyMinimum", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Makes dark parts grow by a disc.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0, slider: 0...50, identity: 0, type: kCIAttributeTypeDistance) var radius: Float

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return inputImage.mapNode { $0.discExtremum(.minimum, radius: Double(radius)) }
    }
}

/// Inputs of the morphological minimum over a disc.
public protocol CIMorphologyMinimum: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Radius of the disc in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that makes dark parts grow by a disc.
    public class func morphologyMinimum() -> any CIFilter & CIMorphologyMinimum { registered(MorphologyMinimum()) }
}

extension MorphologyMinimum: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("radius=4") }
}
