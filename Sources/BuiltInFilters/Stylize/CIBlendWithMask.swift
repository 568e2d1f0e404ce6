import CoreImageEssentials
import Foundation

/// Inputs of the filters that mix two images by a mask.
public protocol CIBlendWithMask: CIFilterProtocol {
    /// The image that shows where the mask is 1.
    var inputImage: CIImage? { get set }
    /// The image that shows where the mask is 0; transparent when nil.
    var backgroundImage: CIImage? { get set }
    /// The mask. Each filter uses one of its components.
    var maskImage: CIImage? { get set }
}
