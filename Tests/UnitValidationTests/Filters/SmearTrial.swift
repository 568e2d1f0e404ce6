import CoreImage

/// The average of a pixel and the one `radius` to its right, with a region of interest that a test may shrink.
final class SmearTrial: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput("inputRadius", default: 20, min: 0, max: 20, slider: 0...20, identity: 0) var radius: Float

    /// Pixels by which the region is too small.
    private let shortage: CGFloat

    private static let kernel = CIKernel(
        """
        kernel vec4 smear(sampler image, float radius)
        {
            vec4 here = sample(image, samplerCoord(image));
            vec4 there = sample(image, samplerTransform(image, destCoord() + vec2(floor(radius), 0.0)));
            return 0.5 * (here + there);
        }
        """)

    init(shortage: CGFloat) {
        self.shortage = shortage
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override class func customAttributes() -> [String: Any]? {
        [
            kCIAttributeFilterDisplayName: "Smear", kCIAttributeDescription: "Smears a picture.",
            kCIAttributeFilterCategories: [kCICategoryBlur],
        ]
    }

    override var outputImage: CIImage? {
        guard let image = inputImage else { return nil }
        let reach = CGFloat(radius.rounded(.down))
        let extent = image.extent.insetBy(dx: -reach, dy: 0)
        return Self.kernel.apply(
            to: image, extent: extent, region: .inset(dx: -max(0, reach - shortage), dy: 0), radius)
    }
}
