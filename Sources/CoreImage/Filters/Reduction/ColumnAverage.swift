import Foundation

/// Makes a row of pixels of an area: the mean of each of its columns.
///
/// Means are of premultiplied linear working-space pixels, exact to a float. The leftmost column's is the pixel at
/// the origin, the others stand to the right of it. What of the area lies outside the image counts as transparent
/// pixels; an empty area, which is the default, gives an empty image. Source: Core Image Filter Reference.
final class ColumnAverage: CIFilter, CIColumnAverage {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColumnAverage", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the mean colour of each column of an area.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var result: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.columnAverage(of: $1) }
    }
}

/// Inputs of the mean colours of columns.
public protocol CIColumnAverage: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the mean colour of each column of an area.
    public class func columnAverage() -> any CIFilter & CIColumnAverage { ColumnAverage() }
}
