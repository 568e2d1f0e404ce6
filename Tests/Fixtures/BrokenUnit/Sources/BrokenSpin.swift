import CoreImage

/// A filter whose `outputImage` never returns.
final class BrokenSpin: CIFilter {
    @CIInput var inputImage: CIImage?

    private var turns = 0

    override var outputImage: CIImage? {
        while turns >= 0 { turns = (turns + 1) % 1000 }
        return inputImage
    }
}
