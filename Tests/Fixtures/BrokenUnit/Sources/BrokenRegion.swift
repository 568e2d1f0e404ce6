import CoreImage

/// The average of two pixels, of which one lies 20 pixels to the right; the region of interest stops at 12.
final class BrokenRegion: CIFilter {
    @CIInput var inputImage: CIImage?

    private static let kernel = CIKernel(
        """
        kernel vec4 smear(sampler image)
        {
            vec4 there = sample(image, samplerTransform(image, destCoord() + vec2(20.0, 0.0)));
            return 0.5 * (sample(image, samplerCoord(image)) + there);
        }
        """)

    override var outputImage: CIImage? {
        guard let image = inputImage else { return nil }
        return Self.kernel.apply(
            extent: image.extent, roiCallback: { _, part in part.insetBy(dx: -12, dy: 0) }, arguments: [image])
    }
}
