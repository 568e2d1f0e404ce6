import CoreImage
import Foundation

/// Circular waves around a point, as on water after a stone fell in. Crests are brighter.
///
/// At the distance r from the centre, a pixel shows the picture `amplitude · sin(2π · r / wavelength − phase)` further
/// out, so no pixel is displaced by more than the amplitude.
final class FunHouseRipple: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput("inputCenter", default: CIVector(x: 320, y: 120), type: kCIAttributeTypePosition) var center: CIVector
    @CIInput("inputWavelength", default: 36, min: 2, slider: 4...200, type: kCIAttributeTypeDistance)
    var wavelength: Float
    @CIInput("inputAmplitude", default: 5, min: 0, slider: 0...40, identity: 0, type: kCIAttributeTypeDistance)
    var amplitude: Float
    @CIInput("inputPhase", default: 0, type: kCIAttributeTypeAngle) var phase: Float

    private static let kernel = CIKernel(
        """
        kernel vec4 ripple(sampler image, vec2 center, float wavelength, float amplitude, float phase)
        {
            vec2 offset = destCoord() - center;
            float r = max(length(offset), 0.001);
            float wave = sin(6.2831853 * r / wavelength - phase);
            vec2 place = destCoord() + offset / r * (amplitude * wave);
            vec4 pixel = sample(image, samplerTransform(image, place));
            float light = 1.0 + 0.25 * min(amplitude, 1.0) * cos(6.2831853 * r / wavelength - phase);
            return vec4(pixel.rgb * light, pixel.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let image = inputImage else { return nil }
        let reach = CGFloat(max(amplitude, 0))
        return Self.kernel.apply(
            extent: image.extent.insetBy(dx: -reach, dy: -reach),
            roiCallback: { _, part in part.insetBy(dx: -reach, dy: -reach) },
            arguments: [image, center, max(wavelength, 2), reach, phase])
    }
}
