import CoreImageEssentials
import Foundation

/// Reduces an area to one pixel: the smallest red of its pixels in red, and the largest in green; blue is 0 and alpha
/// 1.
///
/// Red is premultiplied and linear, in working space; NaN is ignored. Parts of the area outside the image count as
/// transparent pixels; an empty area, which is the default, gives an empty image. The result is the pixel at the
/// origin. Source: Apple's description of the filter, which doesn't say what blue and alpha are.
class AreaMinMaxRed: CIFilter, CIAreaMinMaxRed {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaMinMaxRed", displayName: "Area Min and Max Red",
            categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the smallest and the largest red of an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputImage: CIImage? {
        inputImage?.reducedToRedPair(over: extent, filter: name) { $0.areaExtremes(of: $1) }
    }
}

/// Inputs of the smallest and the largest red of an area.
public protocol CIAreaMinMaxRed: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the smallest and the largest red of an area.
    public class func areaMinMaxRed() -> any CIFilter & CIAreaMinMaxRed { registered(AreaMinMaxRed()) }
}

extension AreaMinMaxRed: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200", appearance: .oneColor)
    }
}
