import Foundation

/// Dulls the highlights: the light that a blurred copy has less than the image is taken from it.
///
/// `image + intensity · min(blurred − image, 0)` on premultiplied linear pixels, alpha too, where `blurred` is a Gaussian blur of standard deviation `radius`
/// in pixels of the image with its edge pixels repeated, so that its edges don't darken. The counterpart of bloom: no formula is published, and this one has
/// the identities that Core Image reports, intensity 0 and radius 0. The extent stays. The intensity counts as 0 below 0 and as 1 above 1.
final class Gloom: CIFilter, CIGloom {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGloom", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Dulls the highlights.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, min: 0, slider: 0...100, identity: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...1, identity: 0) var intensity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 gloom(__sample image, __sample blurred, float intensity) {
            return image + intensity * min(blurred - image, 0.0);
        }
        """)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        let intensity = min(max(intensity.finite(or: 0), 0), 1)
        if intensity == 0 || !(radius > 0) { return inputImage }
        return Self.kernel.apply(to: inputImage, inputImage.blurredWithin(sigma: Double(radius)), intensity)
    }
}

/// Inputs of the gloom filter.
public protocol CIGloom: CIFilterProtocol {
    /// The image whose highlights are dulled.
    var inputImage: CIImage? { get set }
    /// How far dark surroundings reach: standard deviation of the blur in pixels, 0 or more.
    var radius: Float { get set }
    /// How much the highlights are dulled, from 0 to 1.
    var intensity: Float { get set }
}

extension CIFilter {
    /// A filter that dulls the highlights.
    public class func gloom() -> any CIFilter & CIGloom { Gloom() }
}
