import CoreImageEssentials
import Foundation
import ImageGraph

/// An image made larger or smaller about the origin, by `scale · aspectRatio` across and `scale` upwards, with a cubic
/// of two pieces.
///
/// The cubic is that of Mitchell and Netravali with the parameters B and C: (1, 0) is a B-spline, which blurs, (0, ½)
/// is Catmull–Rom, and the default (0, ¾) is sharper than that. On an axis that shrinks, the cubic is as wide as the
/// result's pixels, which prevents aliasing. Weights sum to 1. Pixels are premultiplied and linear, and transparent
/// outside the image, so that edges fade unless the image is clamped first. The extent is the scaled one, rounded
/// outwards to whole pixels. A scale or aspect ratio that isn't finite counts as 1, ratios above 65 536 count as
/// 65 536, and ratios of 0 or less give an empty image. B and C are clamped to 0…1; NaN counts as 0 and ¾. Source:
/// Mitchell and Netravali, Reconstruction Filters in Computer Graphics, 1988; that Core Image widens the cubic isn't
/// published.
class BicubicScaleTransform: CIFilter, CIBicubicScaleTransform {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBicubicScaleTransform",
            categories: [.geometryAdjustment, .highDynamicRange, .nonSquarePixels, .video], kind: .warp,
            summary: "Scales an image with a cubic whose sharpness can be set.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, min: 0, slider: 0.05...100, identity: 1) var scale: Float
    @CIInput(default: 1, min: 0, slider: 0.5...2, identity: 1) var aspectRatio: Float
    @CIInput("inputB", default: 0, range: 0...1, slider: 0...1) var parameterB: Float
    @CIInput("inputC", default: 0.75, range: 0...1, slider: 0...1) var parameterC: Float

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let ratios = ScaleRatios(scale: scale, aspectRatio: aspectRatio)
        let b = min(max(Double(parameterB.isNaN ? 0 : parameterB), 0), 1)
        let c = min(max(Double(parameterC.isNaN ? 0.75 : parameterC), 0), 1)
        return inputImage.replacing(node: inputImage.node.bicubicScaled(x: ratios.x, y: ratios.y, b: b, c: c))
    }
}

/// Inputs of the bicubic scaling.
public protocol CIBicubicScaleTransform: CIFilterProtocol {
    /// The image to scale.
    var inputImage: CIImage? { get set }
    /// The vertical ratio, 0 or more; below 1 the image gets smaller.
    var scale: Float { get set }
    /// The horizontal ratio divided by the vertical one, 0 or more.
    var aspectRatio: Float { get set }
    /// The share of a B-spline in the cubic, which blurs: from 0 to 1.
    var parameterB: Float { get set }
    /// How much the cubic overshoots, which sharpens: from 0 to 1.
    var parameterC: Float { get set }
}

extension CIFilter {
    /// A filter that scales an image with a cubic whose sharpness can be set.
    public class func bicubicScaleTransform() -> any CIFilter & CIBicubicScaleTransform {
        registered(BicubicScaleTransform())
    }
}

extension BicubicScaleTransform: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("scale=0.6 aspectRatio=1.2") }
}
