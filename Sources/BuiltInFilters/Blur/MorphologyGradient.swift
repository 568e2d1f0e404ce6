import CoreImageEssentials
import Foundation
import ImageGraph

/// Outlines: half the difference between the largest and the smallest colour in a disc.
///
/// `rgb = (maximum − minimum) / 2` of the premultiplied linear working-space pixels whose centres lie within `radius`
/// of a pixel's centre, transparent outside the image. Alpha is the largest in the disc. The extent stays. A radius
/// that isn't positive and finite changes nothing; Core Image's attributes state 0 as the identity. The maximum radius
/// is 1000. Source: a published render of Core Image, which this formula reproduces (radius 2: mean difference
/// 0.3/255).
class MorphologyGradient: CIFilter, CIMorphologyGradient {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMorphologyGradient", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Shows outlines by the contrast in a disc.", status: .fitted(mean: 0.05, percentile99: 1))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 5, min: 0, slider: 0...50, identity: 0, type: kCIAttributeTypeDistance) var radius: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 gradient(__sample largest, __sample smallest) {
            return vec4((largest.rgb - smallest.rgb) * 0.5, largest.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, radius > 0, radius.isFinite else { return inputImage }
        let extrema = [Extremum.maximum, .minimum].map { extremum in
            inputImage.mapNode { $0.discExtremum(extremum, radius: Double(radius)) }
        }
        return Self.kernel.apply(to: extrema[0], extent: inputImage.extent, extrema[1])
    }
}

/// Inputs of the morphological gradient.
public protocol CIMorphologyGradient: CIFilterProtocol {
    /// The image to outline.
    var inputImage: CIImage? { get set }
    /// Radius of the disc in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that shows outlines by the contrast in a disc.
    public class func morphologyGradient() -> any CIFilter & CIMorphologyGradient { registered(MorphologyGradient()) }
}
