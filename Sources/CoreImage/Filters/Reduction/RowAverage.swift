import Foundation

/// Makes a column of pixels of an area: the mean of each of its rows.
///
/// Means are of premultiplied linear working-space pixels, exact to a float. The lowest row's is the pixel at the
/// origin, the others stand above it. What of the area lies outside the image counts as transparent pixels; an
/// empty area, which is the default, gives an empty image. Source: Core Image Filter Reference.
final class RowAverage: CIFilter, CIRowAverage {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRowAverage", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the mean colour of each row of an area.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var result: CIImage? {
        inputImage?.reduced(over: extent, filter: name) { $0.rowAverage(of: $1) }
    }
}

/// Inputs of the mean colours of rows.
public protocol CIRowAverage: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the mean colour of each row of an area.
    public class func rowAverage() -> any CIFilter & CIRowAverage { RowAverage() }
}
