import CoreImageEssentials
import Foundation

/// An image's luminance in black and white lines; the black lines are broader where the image is darker.
///
/// With the luminance `L = dot(rgb, (0.2125, 0.7154, 0.0721))` of the premultiplied linear working-space colour and the
/// sharpness s, the grey is `clamp(½ + (L − H) / (1 − s), 0, 1)`, multiplied by alpha. The threshold H is a triangle
/// wave of x / width: 0 at integers, 1 halfway between. x is measured from `center`, across the lines, which are
/// upright before they are turned anticlockwise by `angle`.
///
/// Fitted to a picture that Core Image made in 2013, with a sharpness of 0.7 and an angle of 0, which agrees with the
/// threshold within 0.0005; see `HalftoneScreen`.
///
/// The extent is the image's, and alpha stays. Widths below 1 count as 1, sharpnesses are clamped to 0…0.999; numbers
/// that aren't finite count as the defaults.
class LineScreen: CIFilter, CILineScreen {
    override class var registration: CIFilterRegistration {
        .init(
            "CILineScreen", categories: [.halftoneEffect, .video], kind: .color,
            summary: "Draws an image in black and white lines.", status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 6, min: 1, slider: 2...50, nonFinite: 6, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 0.7, range: 0...1, slider: 0...1, nonFinite: 0.7) var sharpness: Float

    private static let kernel = HalftoneScreen.kernel(threshold: "triangle(p.x)")

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return HalftoneScreen(center: center, width: width, angle: angle, sharpness: sharpness)
            .apply(Self.kernel, to: inputImage)
    }
}

/// Inputs of the line screen.
public protocol CILineScreen: CIFilterProtocol {
    /// The image whose luminance is drawn.
    var inputImage: CIImage? { get set }
    /// The point that the screen is turned about, in working space.
    var center: CGPoint { get set }
    /// Angle by which the screen is turned, in radians, positive anticlockwise.
    var angle: Float { get set }
    /// Distance between neighbouring lines, in pixels, 1 or more.
    var width: Float { get set }
    /// From 0, which leaves all tones of grey, to 1, for black and white alone.
    var sharpness: Float { get set }
}

extension CIFilter {
    /// A filter that draws an image in black and white lines.
    public class func lineScreen() -> any CIFilter & CILineScreen { registered(LineScreen()) }
}
