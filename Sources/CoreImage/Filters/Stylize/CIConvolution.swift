/// Inputs of the filters that sum pixels around each with weights.
public protocol CIConvolution: CIFilterProtocol {
    /// The image to convolve.
    var inputImage: CIImage? { get set }
    /// What the pixels around each are multiplied by, row by row from the top; as many numbers as the filter's window has places.
    var weights: CIVector { get set }
    /// Added to every component that is summed.
    var bias: Float { get set }
}
