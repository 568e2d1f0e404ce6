import CoreImage

/// Removes haze from a picture.
///
/// Haze with the share h adds its own colour to the picture: `seen = clear · (1 − h) + haze · h`. The filter solves
/// this for `clear`. The share is `inputDistance` at the lower edge and grows by `inputSlope` per pixel upwards, as
/// haze increases with distance in a landscape.
final class MyHazeRemover: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput("inputColor", default: CIColor(red: 1, green: 1, blue: 1), type: kCIAttributeTypeOpaqueColor) var color:
        CIColor
    @CIInput("inputDistance", default: 0.2, range: 0...1, slider: 0...0.7, identity: 0) var distance: Float
    @CIInput("inputSlope", default: 0, slider: -0.01...0.01, identity: 0) var slope: Float

    private static let kernel = CIKernel(
        """
        kernel vec4 removeHaze(sampler image, __color haze, float distance, float slope)
        {
            vec4 seen = unpremultiply(sample(image, samplerCoord(image)));
            float share = clamp(distance + slope * destCoord().y, 0.0, 0.99);
            return premultiply(vec4((seen.rgb - share * haze.rgb) / (1.0 - share), seen.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let image = inputImage else { return nil }
        return apply(
            Self.kernel, arguments: [CISampler(image: image), color, distance, slope],
            options: [kCIApplyOptionDefinition: CIFilterShape(rect: image.extent)])
    }
}
