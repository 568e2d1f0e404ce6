import CoreImageEssentials
import Foundation

/// An image's luminance in black and white dots, larger where it is darker, as in newspapers.
///
/// With the luminance `L = dot(rgb, (0.2125, 0.7154, 0.0721))` of the premultiplied linear working-space colour, the
/// sharpness s and the pattern `P = (sin(2πx / width) + sin(2πy / width)) / 4`, the grey is
/// `clamp(½ + (L − ½ − 0.9932 · s · P) / (1 − s), 0, 1)`, multiplied by alpha, which is kept. x and y are measured from
/// `center`, along axes turned anticlockwise by `angle`. The formula was measured at a sharpness of 0.7 and an angle of
/// 0; `HalftoneScreen` lists the other assumptions.
///
/// The extent is the image's. Widths below 1 count as 1, sharpnesses are clamped to 0…0.999; numbers that aren't finite
/// count as the defaults.
class DotScreen: CIFilter, CIDotScreen {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDotScreen", categories: [.halftoneEffect, .video], kind: .color,
            summary: "Draws an image in black and white dots.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 6, min: 1, slider: 2...50, nonFinite: 6, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 0.7, range: 0...1, slider: 0...1, nonFinite: 0.7) var sharpness: Float

    private static let kernel = HalftoneScreen.kernel(threshold: "0.5 + 0.25 * strength * (sin(p.x) + sin(p.y))")

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return HalftoneScreen(center: center, width: width, angle: angle, sharpness: sharpness)
            .apply(Self.kernel, to: inputImage)
    }
}

/// Inputs of the dot screen.
public protocol CIDotScreen: CIFilterProtocol {
    /// The image whose luminance is drawn.
    var inputImage: CIImage? { get set }
    /// The point that the screen is turned about, in working space.
    var center: CGPoint { get set }
    /// Angle by which the screen is turned, in radians, positive anticlockwise.
    var angle: Float { get set }
    /// Distance between neighbouring dots in a row, in pixels, 1 or more.
    var width: Float { get set }
    /// From 0, which leaves all tones of grey, to 1, for black and white alone.
    var sharpness: Float { get set }
}

extension CIFilter {
    /// A filter that draws an image in black and white dots.
    public class func dotScreen() -> any CIFilter & CIDotScreen { registered(DotScreen()) }
}
