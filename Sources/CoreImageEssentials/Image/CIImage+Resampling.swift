import ImageGraph

extension CIImage {
    /// This result of a general kernel, marked as a resampling: its pixels are weighted means of pixels of the kernel's
    /// only image, with weights that don't depend on colours. Like a warp, it mixes a source's pixels as they are
    /// stored.
    package var resampling: CIImage {
        guard case .kernel(var application) = node.operation else { return self }
        application.isResampling = true
        return CIImage(
            node: ImageNode(.kernel(application), extent: node.extent), interpolation: interpolation,
            properties: properties, origin: origin)
    }
}
