import CoreImageEssentials
import Foundation

/// Reduces an area to one pixel: the largest value of each component among its pixels.
///
/// Each component of premultiplied linear working-space pixels, including alpha, is reduced separately; NaN is ignored.
/// Parts of the area outside the image count as transparent pixels; an empty area, which is the default, gives an empty
/// image. The result is the pixel at the origin. Source: Core Image Filter Reference.
class AreaMaximum: CIFilter, CIAreaMaximum {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaMaximum", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the largest component values of an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputImage: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.areaMaximum(of: $1) }
    }
}

/// Inputs of the largest component values of an area.
public protocol CIAreaMaximum: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the largest component values of an area.
    public class func areaMaximum() -> any CIFilter & CIAreaMaximum { registered(AreaMaximum()) }
}

extension AreaMaximum: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200", appearance: .oneColor)
    }
}
