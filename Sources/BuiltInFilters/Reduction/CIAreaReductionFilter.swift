import CoreImageEssentials
import Foundation

/// Inputs of the filters that sum up an area of an image.
public protocol CIAreaReductionFilter: CIFilterProtocol {
    /// The image to reduce.
    var inputImage: CIImage? { get set }
    /// The area, in pixels of working space, rounded outwards to whole pixels. An infinite one means the image's
    /// extent.
    var extent: CGRect { get set }
}
