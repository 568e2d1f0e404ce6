import CoreImage

/// A filter that inverts colours, made by subclassing and using another filter.
final class ColorInvert: CIFilter {
    var inputImage: CIImage?

    override var outputImage: CIImage? {
        inputImage?.applyingFilter(
            "CIColorMatrix",
            parameters: [
                "inputRVector": CIVector(x: -1, y: 0, z: 0),
                "inputGVector": CIVector(x: 0, y: -1, z: 0),
                "inputBVector": CIVector(x: 0, y: 0, z: -1),
                "inputBiasVector": CIVector(x: 1, y: 1, z: 1),
            ])
    }
}

func inverted(_ image: CIImage) -> CIImage? {
    let filter = ColorInvert()
    filter.inputImage = image
    return filter.outputImage
}
