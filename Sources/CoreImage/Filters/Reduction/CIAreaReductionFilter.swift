import Foundation

/// Inputs of the filters that sum up an area of an image.
public protocol CIAreaReductionFilter: CIFilterProtocol {
    /// The image to look at.
    var inputImage: CIImage? { get set }
    /// The area, in pixels of working space; rounded outwards to whole ones. An infinite one stands for the image's extent.
    var extent: CGRect { get set }
}
