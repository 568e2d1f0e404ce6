import CoreImageEssentials
import Foundation

/// Reduces an area to one pixel: the mean red of its pixels in red, and the largest red in green; blue is 0 and alpha
/// 1.
///
/// Red is premultiplied and linear, in working space. The mean is exact to a float; the maximum ignores NaN. The image
/// is read once for both. Parts of the area outside the image count as transparent pixels; an empty area, which is the
/// default, gives an empty image. The result is the pixel at the origin. Source: Apple's description of the filter,
/// which doesn't say what blue and alpha are.
class AreaAverageMaximumRed: CIFilter, CIAreaAverageMaximumRed {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaAverageMaximumRed", displayName: "Area Average and Maximum Red",
            categories: [.reduction, .video, .stillImage, .highDynamicRange, .builtIn], kind: .reduction,
            summary: "Finds the mean and the largest red of an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputImage: CIImage? {
        inputImage?.reducedToRedPair(over: extent, filter: name) { $0.areaAverageAndMaximum(of: $1) }
    }
}

/// Inputs of the mean and the largest red of an area.
public protocol CIAreaAverageMaximumRed: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that computes the mean and the largest red of an area.
    public class func areaAverageMaximumRed() -> any CIFilter & CIAreaAverageMaximumRed {
        registered(AreaAverageMaximumRed())
    }
}

extension AreaAverageMaximumRed: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200", appearance: .oneColor)
    }
}
