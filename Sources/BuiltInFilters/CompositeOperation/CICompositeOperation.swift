import CoreImageEssentials

/// Inputs of the filters that put one image over another.
public protocol CICompositeOperation: CIFilterProtocol {
    /// The image in front: the source.
    var inputImage: CIImage? { get set }
    /// The image behind.
    var backgroundImage: CIImage? { get set }
}
