import CoreImageEssentials

/// Inputs of the filters that put one image over another.
public protocol CICompositeOperation: CIFilterProtocol {
    /// The image in front: the source.
    var inputImage: CIImage? { get set }
    /// The image behind.
    var backgroundImage: CIImage? { get set }
}

extension CIColorKernel {
    /// Applies a kernel of two samples whose result is transparent where one of them is. The extent is the intersection
    /// of both.
    func intersection(_ image: CIImage, _ background: CIImage) -> CIImage? {
        apply(extent: image.extent.overlap(background.extent), arguments: [image, background])
    }

    /// Applies a kernel of two samples. The extent is the union of both.
    func composite(_ image: CIImage, _ background: CIImage) -> CIImage? {
        apply(extent: image.extent.union(background.extent), arguments: [image, background])
    }
}
