import CoreImageEssentials
import Foundation
import ImageGraph

/// An image averaged over a disc around each pixel.
///
/// The mean of the premultiplied linear working-space pixels within `radius` pixels. Pixels on the rim count by the
/// share of their area in the disc. Above a radius of 24 the rim gets softer, by a twentieth of the radius. Pixels
/// outside the image are transparent, so that edges fade; clamp the image first to avoid it. The extent grows on every
/// side by the radius and two pixels, as in a published render, and by the softer rim. Radii up to half a pixel, and
/// ones that aren't finite, change nothing; the maximum radius is 10 000. Source: measurements of published renders of
/// Core Image.
class DiscBlur: CIFilter, CIDiscBlur {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDiscBlur", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs by the mean over a disc.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 8, min: 0, slider: 0...100, type: kCIAttributeTypeDistance) var radius: Float

    override var outputImage: CIImage? {
        guard let inputImage, radius > 0.5, radius.isFinite else { return inputImage }
        return inputImage.mapNode { $0.discBlurred(radius: Double(radius)) }
    }
}

/// Inputs of the disc blur.
public protocol CIDiscBlur: CIFilterProtocol {
    /// The image to blur.
    var inputImage: CIImage? { get set }
    /// Radius of the disc in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that blurs by the mean over a disc.
    public class func discBlur() -> any CIFilter & CIDiscBlur { registered(DiscBlur()) }
}
