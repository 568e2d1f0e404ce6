/// Inputs of the filters that put one image over another.
public protocol CICompositeOperation: CIFilterProtocol {
    /// The image in front: the source.
    var inputImage: CIImage? { get set }
    /// The image behind.
    var backgroundImage: CIImage? { get set }
}

extension CIColorKernel {
    /// A kernel of two samples, which is transparent where one of them is: defined where both images are.
    func intersection(_ image: CIImage, _ background: CIImage) -> CIImage? {
        apply(extent: image.extent.overlap(background.extent), arguments: [image, background])
    }

    /// A kernel of two samples over both images; defined wherever one of them is.
    func composite(_ image: CIImage, _ background: CIImage) -> CIImage? {
        apply(extent: image.extent.union(background.extent), arguments: [image, background])
    }
}
