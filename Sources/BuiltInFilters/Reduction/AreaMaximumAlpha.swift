import CoreImageEssentials
import Foundation

/// Reduces an area to one pixel: the one whose alpha is largest.
///
/// The pixel is copied unchanged. Of several such pixels the first one is used, in blocks of 64 × 64 pixels row by row
/// from the lower left, and row by row in each block. Pixels whose alpha is NaN are ignored. Parts of the area outside
/// the image count as transparent pixels; an empty area, which is the default, gives an empty image. The result is the
/// pixel at the origin. Source: Core Image Filter Reference.
class AreaMaximumAlpha: CIFilter, CIAreaMaximumAlpha {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaMaximumAlpha", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the most opaque pixel of an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputImage: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.areaMaximumAlpha(of: $1) }
    }
}

/// Inputs of the most opaque pixel of an area.
public protocol CIAreaMaximumAlpha: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the most opaque pixel of an area.
    public class func areaMaximumAlpha() -> any CIFilter & CIAreaMaximumAlpha { registered(AreaMaximumAlpha()) }
}

extension AreaMaximumAlpha: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200", appearance: .oneColor)
    }
}
