import CoreImageEssentials
import Foundation

/// Reduces an area to a row of pixels: the mean of each of its columns.
///
/// Means are of premultiplied linear working-space pixels, exact to a float. The mean of the leftmost column is the
/// pixel at the origin; the others follow to the right. Parts of the area outside the image count as transparent
/// pixels; an empty area, which is the default, gives an empty image. Source: Core Image Filter Reference.
class ColumnAverage: CIFilter, CIColumnAverage {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColumnAverage", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the mean colour of each column of an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputImage: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.columnAverage(of: $1) }
    }
}

/// Inputs of the mean colours of columns.
public protocol CIColumnAverage: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that computes the mean colour of each column of an area.
    public class func columnAverage() -> any CIFilter & CIColumnAverage { registered(ColumnAverage()) }
}

extension ColumnAverage: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200")
    }
}
