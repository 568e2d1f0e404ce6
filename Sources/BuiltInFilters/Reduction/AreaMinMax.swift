import CoreImageEssentials
import Foundation

/// Reduces an area to two pixels: the smallest value of each component at the origin, and the largest to the right of
/// it.
///
/// Each component of premultiplied linear working-space pixels, including alpha, is reduced separately; NaN is ignored.
/// The image is read once for both. Parts of the area outside the image count as transparent pixels; an empty area,
/// which is the default, gives an empty image. `outputImageMPS` and `outputImageNonMPS` are the same image. Source:
/// Apple's description of the filter.
class AreaMinMax: CIFilter, CIAreaMinMax {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaMinMax", displayName: "Area Min and Max", categories: [.reduction, .highDynamicRange, .video],
            kind: .reduction,
            summary: "Finds the smallest and the largest component values of an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputKeys: [String] {
        [kCIOutputImageKey, ReductionOutput.mpsKey, ReductionOutput.nonMPSKey]
    }

    override func value(forKey key: String) -> Any? {
        ReductionOutput.value(forKey: key, of: self) ?? super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.areaExtremes(of: $1) }
    }
}

/// Inputs of the smallest and the largest component values of an area.
public protocol CIAreaMinMax: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the smallest and the largest component values of an area.
    public class func areaMinMax() -> any CIFilter & CIAreaMinMax { registered(AreaMinMax()) }
}

extension AreaMinMax: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200")
    }
}
