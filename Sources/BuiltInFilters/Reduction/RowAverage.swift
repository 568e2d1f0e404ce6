import CoreImageEssentials
import Foundation

/// Reduces an area to a column of pixels: the mean of each of its rows.
///
/// Means are of premultiplied linear working-space pixels, exact to a float. The mean of the lowest row is the pixel at
/// the origin; the others follow above it. Parts of the area outside the image count as transparent pixels; an empty
/// area, which is the default, gives an empty image. Source: Core Image Filter Reference.
class RowAverage: CIFilter, CIRowAverage {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRowAverage", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the mean colour of each row of an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputImage: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.rowAverage(of: $1) }
    }
}

/// Inputs of the mean colours of rows.
public protocol CIRowAverage: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that computes the mean colour of each row of an area.
    public class func rowAverage() -> any CIFilter & CIRowAverage { registered(RowAverage()) }
}

extension RowAverage: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200")
    }
}
