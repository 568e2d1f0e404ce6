import CoreImageEssentials

/// Inputs of the filters that sum pixels around each with weights.
public protocol CIConvolution: CIFilterProtocol {
    /// The image to convolve.
    var inputImage: CIImage? { get set }
    /// Factors of the pixels in the filter's window, row by row from the top, one for each pixel of the window.
    var weights: CIVector { get set }
    /// The number added to every summed component.
    var bias: Float { get set }
}
