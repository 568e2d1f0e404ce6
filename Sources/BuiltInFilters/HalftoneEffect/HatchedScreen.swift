import CoreImageEssentials
import Foundation

/// An image's luminance in two crossing sets of black lines, which are broader where the image is darker.
///
/// The line screen with two sets of lines: its threshold is the square of the larger of the triangle waves of x / width
/// and y / width, measured from `center` along axes turned anticlockwise by `angle`. So the darker of two lines
/// determines a pixel, and the square keeps the mean of an even tone (see `HalftoneScreen`). Computed on premultiplied
/// linear working-space colour. The waves follow from the line screen; their combination is ours.
///
/// The extent is the image's, and alpha stays. Widths below 1 count as 1, sharpnesses are clamped to 0…0.999; numbers
/// that aren't finite count as the defaults.
class HatchedScreen: CIFilter, CIHatchedScreen {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHatchedScreen", categories: [.halftoneEffect, .video], kind: .color,
            summary: "Draws an image in black and white cross-hatching.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 6, min: 1, slider: 2...50, nonFinite: 6, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 0.7, range: 0...1, slider: 0...1, nonFinite: 0.7) var sharpness: Float

    private static let kernel = HalftoneScreen.kernel(threshold: "square(max(triangle(p.x), triangle(p.y)))")

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return HalftoneScreen(center: center, width: width, angle: angle, sharpness: sharpness)
            .apply(Self.kernel, to: inputImage)
    }
}

/// Inputs of the hatched screen.
public protocol CIHatchedScreen: CIFilterProtocol {
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
    /// A filter that draws an image in black and white cross-hatching.
    public class func hatchedScreen() -> any CIFilter & CIHatchedScreen { registered(HatchedScreen()) }
}
