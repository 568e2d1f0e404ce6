import CoreImage

/// A picture mixed with a blurred copy of itself, as new units in Swift are: a built-in operator and a kernel in one
/// recipe.
class SoftTrial: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput("inputAmount", default: 0.8, range: 0...1, identity: 0) var amount: Float

    private static let kernel = CIColorKernel(
        source: """
            kernel vec4 soften(__sample sharp, __sample soft, float amount)
            {
                return vec4(mix(sharp.rgb, soft.rgb * vec3(1.0, 0.8, 0.5), amount), sharp.a);
            }
            """)!

    override var outputImage: CIImage? { inputImage.flatMap { result(soft: $0) } }

    /// The picture mixed with `soft`, blurred.
    func result(soft: CIImage) -> CIImage? {
        guard let image = inputImage else { return nil }
        let blurred = soft.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 4])
        return Self.kernel.apply(extent: image.extent, arguments: [image, blurred, amount])
    }
}

/// A `SoftTrial` that blurs another image, whose pixels change with each reading.
final class UnsteadySoftTrial: SoftTrial {
    override var outputImage: CIImage? { result(soft: UnsteadyTrials.ChangingPixels.source()) }
}
