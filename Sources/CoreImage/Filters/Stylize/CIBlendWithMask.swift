import Foundation

/// Inputs of the filters that mix two images by a mask.
public protocol CIBlendWithMask: CIFilterProtocol {
    /// Shows where the mask is 1.
    var inputImage: CIImage? { get set }
    /// Shows where the mask is 0; nothing when nil.
    var backgroundImage: CIImage? { get set }
    /// The mask; the filter says which of its components counts.
    var maskImage: CIImage? { get set }
}
