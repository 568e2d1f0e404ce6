import CoreImage

/// A filter that crashes the process if its amount is 1, the maximum.
final class BrokenCrash: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput("inputAmount", default: 0.5, range: 0...1, slider: 0...1) var amount: Float

    override var outputImage: CIImage? {
        if amount == 1 { fatalError("this filter crashes on purpose") }
        return inputImage
    }
}
