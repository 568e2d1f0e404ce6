import Foundation

/// Makes one pixel of an area: the one of its pixels whose alpha is largest.
///
/// The pixel is copied as it is. Of several such pixels the first one counts, in blocks of 64 × 64 pixels row by
/// row from the lower left, and row by row in each. Pixels whose alpha isn't a number don't count. What of the area
/// lies outside the image counts as transparent pixels; an empty area, which is the default, gives an empty image.
/// The result is the pixel at the origin. Source: Core Image Filter Reference.
final class AreaMaximumAlpha: CIFilter, CIAreaMaximumAlpha {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaMaximumAlpha", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the most opaque pixel of an area.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var result: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.areaMaximumAlpha(of: $1) }
    }
}

/// Inputs of the most opaque pixel of an area.
public protocol CIAreaMaximumAlpha: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the most opaque pixel of an area.
    public class func areaMaximumAlpha() -> any CIFilter & CIAreaMaximumAlpha { AreaMaximumAlpha() }
}
