import CoreImageEssentials
import Foundation

/// An image printed in dots of cyan, magenta, yellow and black ink on white paper.
///
/// Inks follow from the unpremultiplied linear working-space colour as in PostScript: `c = 1 − r`, `m = 1 − g`,
/// `y = 1 − b`, clamped to 0…1, have the common grey `g = min(c, m, y)`. Black is printed with `GCR · g`
/// (grey-component replacement), and each colour is reduced by `UCR · g` (undercolour removal), all clamped to 0…1;
/// black ink adds to the remaining colours. An ink a covers the part
/// `clamp(½ + (a − ½ + 0.9932 · s · P) / (1 − s), 0, 1)` of a pixel, where P is the dot screen's pattern and s the
/// sharpness (see `HalftoneScreen`). Its screen is turned anticlockwise by `angle` plus the classical 15° for cyan, 75°
/// for magenta, 0° for yellow and 45° for black. Inks overlap independently: red is `(1 − C) · (1 − K)`, and so on,
/// multiplied by alpha, which is kept.
///
/// No formula is published for the screens and their angles; these are ours. Source of the inks: PostScript Language
/// Reference, third edition, section 7.2.3.
///
/// The extent is the image's. Widths below 1 count as 1, sharpnesses are clamped to 0…0.999, negative amounts as 0;
/// numbers that aren't finite count as the defaults.
class CMYKHalftone: CIFilter, CICMYKHalftone {
    override class var registration: CIFilterRegistration {
        .init(
            "CICMYKHalftone", displayName: "CMYK Halftone", categories: [.halftoneEffect, .video], kind: .color,
            summary: "Prints an image in dots of four inks.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 6, min: -2, slider: 2...100, identity: 6, nonFinite: 6, type: kCIAttributeTypeDistance)
    var width: Float
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 0.7, min: 0, slider: 0...1, nonFinite: 0.7, type: kCIAttributeTypeDistance) var sharpness: Float
    @CIInput(
        "inputGCR", default: 1, min: 0, slider: 0...1, identity: 1, nonFinite: 1, name: "Gray Component Replacement")
    var grayComponentReplacement: Float
    @CIInput(
        "inputUCR", default: 0.5, min: 0, slider: 0...1, identity: 0.5, nonFinite: 0.5, name: "Under Color Removal")
    var underColorRemoval: Float

    // One component for each ink. `turnX` and `turnY` hold the cosines and sines by which each screen is turned.
    private static let kernel = CIColorKernel(
        HalftoneScreen.functions + """
            kernel vec4 halftone(
                __sample image, vec2 center, vec2 axis, float strength, float contrast, vec4 turnX, vec4 turnY,
                float replacement, float removal
            ) {
                vec3 color = clamp(1.0 - unpremultiply(image).rgb, 0.0, 1.0);
                float gray = min(min(color.x, color.y), color.z);
                vec4 ink = clamp(vec4(color - removal * gray, replacement * gray), 0.0, 1.0);
                vec2 p = phase(center, axis);
                vec4 pattern = sin(p.x * turnX + p.y * turnY) + sin(p.y * turnX - p.x * turnY);
                vec4 cover = clamp((ink + 0.25 * strength * pattern - 0.5) * contrast + 0.5, 0.0, 1.0);
                return premultiply(vec4((1.0 - cover.xyz) * (1.0 - cover.w), image.a));
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let screen = HalftoneScreen(center: center, width: width, angle: angle, sharpness: sharpness)
        let turns = [15, 75, 0, 45].map { CGFloat($0) * .pi / 180 }
        let replacement = min(max(grayComponentReplacement, 0), 1e6)
        let removal = min(max(underColorRemoval, 0), 1e6)
        return Self.kernel.apply(
            to: inputImage, screen.center, screen.axis, screen.thresholdAmplitude, screen.contrast,
            CIVector(x: cos(turns[0]), y: cos(turns[1]), z: cos(turns[2]), w: cos(turns[3])),
            CIVector(x: sin(turns[0]), y: sin(turns[1]), z: sin(turns[2]), w: sin(turns[3])), replacement, removal)
    }
}

/// Inputs of the CMYK halftone.
public protocol CICMYKHalftone: CIFilterProtocol {
    /// The image to print.
    var inputImage: CIImage? { get set }
    /// The point that the screens are turned about, in working space.
    var center: CGPoint { get set }
    /// Distance between neighbouring dots in a row, in pixels.
    var width: Float { get set }
    /// Angle by which all screens are turned, in radians, positive anticlockwise.
    var angle: Float { get set }
    /// From 0, for inks with the coverage of the tone, to 1, for dots with sharp edges.
    var sharpness: Float { get set }
    /// How much of the grey that the colours have in common is printed in black, from 0 to 1.
    var grayComponentReplacement: Float { get set }
    /// How much of the grey that the colours have in common is removed from them, from 0 to 1.
    var underColorRemoval: Float { get set }
}

extension CIFilter {
    /// A filter that prints an image in dots of four inks.
    public class func cmykHalftone() -> any CIFilter & CICMYKHalftone { registered(CMYKHalftone()) }
}
