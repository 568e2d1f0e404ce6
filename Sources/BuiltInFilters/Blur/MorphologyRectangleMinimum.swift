import CoreImageEssentials
import Foundation
import ImageGraph

/// The smallest value of each component among the pixels of a rectangle.
///
/// Dark parts grow. Pixels are premultiplied and in the linear working space, and transparent outside the image; alpha
/// is treated like the other components. The rectangle is `width` × `height` pixels with the pixel in its middle. Sizes
/// are rounded to the nearest odd number, even ones up. Edges of the image become transparent; the extent stays. Sizes
/// below 1, and ones that aren't finite, count as 1; the maximum size is 20 001. Source: Core Image's documentation of
/// the inputs.
class MorphologyRectangleMinimum: CIFilter, CIMorphologyRectangleMinimum {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMorphologyRectangleMinimum", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Makes dark parts grow by a rectangle.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 5, min: 1, slider: 1...49, identity: 1, type: kCIAttributeTypeInteger) var width: Float
    @CIInput(default: 5, min: 1, slider: 1...49, identity: 1, type: kCIAttributeTypeInteger) var height: Float

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return inputImage.mapNode {
            $0.rectangleExtremum(.minimum, columns: OddWindowSize(width).reach, rows: OddWindowSize(height).reach)
        }
    }
}

/// Inputs of the morphological minimum over a rectangle.
public protocol CIMorphologyRectangleMinimum: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Width of the rectangle in pixels, from 1.
    var width: Float { get set }
    /// Height of the rectangle in pixels, from 1.
    var height: Float { get set }
}

extension CIFilter {
    /// A filter that makes dark parts grow by a rectangle.
    public class func morphologyRectangleMinimum() -> any CIFilter & CIMorphologyRectangleMinimum {
        registered(MorphologyRectangleMinimum())
    }
}
