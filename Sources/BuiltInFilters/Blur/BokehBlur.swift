import CoreImageEssentials
import Foundation
import ImageGraph

/// An image as a lens shows it out of focus: every point of light becomes a disc, with an optional brighter rim.
///
/// The mean of premultiplied linear working-space pixels over a disc of radius R = 0.95 · `radius`. Pixels farther than
/// (1 − `ringSize`) · R from the middle weigh 1 + `ringAmount`, the others 1. A Gaussian of standard deviation
/// `softness` · `radius` / 10 then softens the edge. From two pixels of deviation on, disc and Gaussian are computed on
/// fewer pixels, within 0.5/255. Edges of the image fade. The extent grows by the radius, four pixels and three of
/// those deviations, and then to even numbers of pixels.
///
/// The formula is ours; its disc is fitted to a published render of Core Image with a ring as wide as the disc and no
/// softness (mean difference 1/255, 99th percentile 5/255; Core Image's own disc has eight corners). Amounts below 0
/// count as 0, and sizes above 1 as 1. A radius that isn't positive and finite changes nothing; the maximum radius is
/// 500.
class BokehBlur: CIFilter, CIBokehBlur {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBokehBlur", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Blurs as a lens does, out of focus.", status: .fitted(mean: 0.94, percentile99: 5))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 20, range: 0...500, slider: 0...100, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, nonFinite: 0) var ringAmount: Float
    @CIInput(default: 0.1, range: 0...0.2, slider: 0...0.2, nonFinite: 0) var ringSize: Float
    @CIInput(default: 1, range: 0...10, slider: 0.25...0.4, nonFinite: 0) var softness: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 ring(__sample disc, __sample inner, float weight) { return disc + (disc - inner) * weight; }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, radius > 0, radius.isFinite else { return inputImage }
        let radius = min(Double(radius), 500)
        let (outer, deviation) = (0.95 * radius, min(max(Double(softness), 0), 10) * radius / 10)
        let extent = Self.extent(of: inputImage.extent, margin: CGFloat(radius + 4 + 3 * deviation))
        return inputImage.mapNode { image in
            image.blurred(sigma: deviation, afterAveragesOver: outer) { disc(of: $0, radius: outer * $1) }
                .cropped(to: extent)
        }
        .resized(to: extent)
    }

    /// Returns the disc with its ring: the whole disc with a greater weight, minus the part inside the ring.
    private func disc(of image: ImageNode, radius outer: Double) -> ImageNode {
        let disc = image.discBlurred(radius: outer)
        let amount = min(max(Double(ringAmount), 0), 1000)
        let inner = outer * (1 - min(max(Double(ringSize), 0), 1))
        if amount == 0 || inner <= 0 || inner >= outer { return disc }
        let (whole, hole) = ((1 + amount) * outer * outer, amount * inner * inner)
        let ring = Self.kernel.apply(
            to: CIImage(node: disc), extent: disc.extent, CIImage(node: image.discBlurred(radius: inner)),
            Float(hole / (whole - hole)))
        return ring.node
    }

    private static func extent(of image: CGRect, margin: CGFloat) -> CGRect {
        if image.isInfinite || image.isNull { return image }
        var grown = image.insetBy(dx: -margin.rounded(.up), dy: -margin.rounded(.up)).integral
        grown.size.width = (grown.width / 2).rounded(.up) * 2
        grown.size.height = (grown.height / 2).rounded(.up) * 2
        return grown
    }
}

/// Inputs of the bokeh blur.
public protocol CIBokehBlur: CIFilterProtocol {
    /// The image to blur.
    var inputImage: CIImage? { get set }
    /// Radius of the disc in pixels, 0 to 500.
    var radius: Float { get set }
    /// How much more the rim weighs than the rest, 0 to 1.
    var ringAmount: Float { get set }
    /// How wide the rim is, as a share of the radius, 0 to 0.2.
    var ringSize: Float { get set }
    /// How soft the disc's edge is, 0 to 10.
    var softness: Float { get set }
}

extension CIFilter {
    /// A filter that blurs as a lens does, out of focus.
    public class func bokehBlur() -> any CIFilter & CIBokehBlur { registered(BokehBlur()) }
}
