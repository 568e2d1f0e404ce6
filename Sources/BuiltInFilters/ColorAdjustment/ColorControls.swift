import CoreImageEssentials
import Foundation

/// Saturation, then contrast, then brightness: `((mix(L, rgb, saturation) − ½) · contrast + ½) + brightness` with the
/// luminance `L = dot(rgb, (0.2125, 0.7154, 0.0721))`, on unpremultiplied linear working-space colour; alpha is kept,
/// nothing is clamped.
///
/// The formula is affine, so the kernel applies it to premultiplied colour with the constant terms multiplied by alpha.
/// A number that isn't finite counts as the one that changes nothing. Source: measurements published for Core Image,
/// matched within 0.5 of 255.
class ColorControls: CIFilter, CIColorControls {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorControls",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Adjusts saturation, brightness and contrast.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, min: 0, slider: 0...2, identity: 1, nonFinite: 1) var saturation: Float
    @CIInput(default: 0, min: -1, slider: -1...1, identity: 0, nonFinite: 0) var brightness: Float
    @CIInput(default: 1, min: 0, slider: 0.25...4, identity: 1, nonFinite: 1) var contrast: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 colorControls(__sample s, float saturation, float contrast, float offset) {
            float luminance = dot(s.rgb, vec3(0.2125, 0.7154, 0.0721));
            return vec4(mix(vec3(luminance), s.rgb, saturation) * contrast + offset * s.a, s.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let offset = 0.5 - 0.5 * contrast + brightness
        return Self.kernel.apply(
            extent: inputImage.extent, arguments: [inputImage, saturation, contrast, offset])
    }
}

/// Inputs of the colour controls.
public protocol CIColorControls: CIFilterProtocol {
    /// The image to adjust.
    var inputImage: CIImage? { get set }
    /// 0 makes the image gray, 1 keeps it, more makes colours stronger.
    var saturation: Float { get set }
    /// The number added to every component; 0 changes nothing.
    var brightness: Float { get set }
    /// Factor of the distance from middle gray (0.5, linear); 1 keeps the image.
    var contrast: Float { get set }
}

extension CIFilter {
    /// A filter that adjusts saturation, brightness and contrast.
    public class func colorControls() -> any CIFilter & CIColorControls { registered(ColorControls()) }
}

extension ColorControls: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("saturation=0", "brightness=0.1 contrast=1.4 saturation=1.6") }
}
