import CoreImage

/// A correct filter with one general kernel, an image and an amount from 0 to 1. Subclasses introduce faults.
class KernelTrial: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput("inputAmount", default: 0.5, range: 0...1, slider: 0...1, identity: 1) var amount: Float

    private let kernel: CIKernel

    /// A filter with the body of `vec4 trial(sampler image, float amount)`.
    init(_ body: String) {
        kernel = CIKernel("kernel vec4 trial(sampler image, float amount) { \(body) }")
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override class func customAttributes() -> [String: Any]? {
        [
            kCIAttributeFilterDisplayName: "Trial", kCIAttributeDescription: "Something to be checked.",
            kCIAttributeFilterCategories: [kCICategoryColorAdjustment],
        ]
    }

    /// The kernel's result over `extent`, reading `region`.
    func result(extent: CGRect? = nil, region: CIKernelRegion = .same, amount: Float? = nil) -> CIImage? {
        guard let image = inputImage else { return nil }
        return kernel.apply(to: image, extent: extent, region: region, amount ?? self.amount)
    }

    override var outputImage: CIImage? { result() }

    /// A correct filter that darkens the picture.
    static func darker() -> KernelTrial {
        KernelTrial("return sample(image, samplerCoord(image)) * amount;")
    }
}
