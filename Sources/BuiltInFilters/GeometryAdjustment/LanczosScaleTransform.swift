import CoreImageEssentials
import Foundation
import ImageGraph

/// An image made larger or smaller about the origin, by `scale · aspectRatio` across and `scale` upwards, with a
/// windowed sinc.
///
/// An axis that grows is interpolated with the Lanczos function of two lobes; one that shrinks is filtered with three
/// lobes as wide as the result's pixels, which prevents aliasing. Weights sum to 1. Pixels are premultiplied and
/// linear, and transparent outside the image, so that edges fade unless the image is clamped first. The extent is the
/// scaled one, rounded outwards to whole pixels. Numbers that aren't finite count as 1, ratios above 65 536 count as
/// 65 536, and ratios of 0 or less give an empty image. Source of the lobes: published measurements of Core Image's own
/// filter.
class LanczosScaleTransform: CIFilter, CILanczosScaleTransform {
    override class var registration: CIFilterRegistration {
        .init(
            "CILanczosScaleTransform",
            categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Scales an image with high quality.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, min: 0, slider: 0.05...1.5, identity: 1) var scale: Float
    @CIInput(default: 1, min: 0, slider: 0.5...2, identity: 1) var aspectRatio: Float

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let ratios = ScaleRatios(scale: scale, aspectRatio: aspectRatio)
        return inputImage.replacing(node: inputImage.node.lanczosScaled(x: ratios.x, y: ratios.y))
    }
}

/// Inputs of the Lanczos scaling.
public protocol CILanczosScaleTransform: CIFilterProtocol {
    /// The image to scale.
    var inputImage: CIImage? { get set }
    /// The vertical ratio, 0 or more; below 1 the image gets smaller.
    var scale: Float { get set }
    /// The horizontal ratio divided by the vertical one, 0 or more.
    var aspectRatio: Float { get set }
}

extension CIFilter {
    /// A filter that scales an image with high quality.
    public class func lanczosScaleTransform() -> any CIFilter & CILanczosScaleTransform {
        registered(LanczosScaleTransform())
    }
}

extension LanczosScaleTransform: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("scale=0.6 aspectRatio=1.2") }
}
