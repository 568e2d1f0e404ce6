import CoreImageEssentials
import Foundation

/// Reduces an area to one pixel: the mean of its pixels.
///
/// The mean is of premultiplied linear working-space pixels, `Σ pixel / n`, so that transparent pixels don't colour it.
/// It is exact to a float, because pixels are added in double precision. Parts of the area outside the image count as
/// transparent pixels; an empty area, which is the default, gives an empty image. The result is the pixel at the
/// origin. `outputImageNonMPS` is the same image. Source: Core Image Filter Reference, which doesn't say whether the
/// mean is of premultiplied colours.
class AreaAverage: CIFilter, CIAreaAverage {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaAverage", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the mean colour of an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputKeys: [String] {
        [kCIOutputImageKey, ReductionOutput.nonMPSKey]
    }

    override func value(forKey key: String) -> Any? {
        ReductionOutput.value(forKey: key, of: self) ?? super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.areaAverage(of: $1) }
    }
}

/// Inputs of the mean colour of an area.
public protocol CIAreaAverage: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that computes the mean colour of an area.
    public class func areaAverage() -> any CIFilter & CIAreaAverage { registered(AreaAverage()) }
}

extension AreaAverage: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200", appearance: .oneColor)
    }
}
