import Foundation

/// An image's luminance in two sets of black lines that cross, broader where it is darker.
///
/// The line screen with two sets of lines: its threshold is the square of the larger one of the triangle waves of x / width and y / width, counted from `center` along axes turned anticlockwise by `angle`; a place is as dark
/// as the darker of two lines makes it, and the square leaves an even tone as it is in the mean; see `HalftoneScreen`. It works on premultiplied linear working-space colour. The waves follow from the line screen;
/// how they are joined is ours.
///
/// The extent is the image's, and alpha stays. Widths below 1 count as 1, sharpnesses beyond 0…0.999 as that; numbers that
/// aren't finite count as the defaults.
final class HatchedScreen: CIFilter, CIHatchedScreen {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHatchedScreen", categories: [.halftoneEffect, .video], kind: .color,
            summary: "Draws an image in black and white cross-hatching.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 6, min: 1, slider: 2...50, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 0.7, range: 0...1, slider: 0...1) var sharpness: Float

    private static let kernel = HalftoneScreen.kernel(threshold: "square(max(triangle(p.x), triangle(p.y)))")

    override var result: CIImage? {
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
    /// By how much the screen is turned, in radians, positive anticlockwise.
    var angle: Float { get set }
    /// Distance between neighbouring lines, in pixels, 1 or more.
    var width: Float { get set }
    /// From 0, which leaves all tones of grey, to 1, for black and white alone.
    var sharpness: Float { get set }
}

extension CIFilter {
    /// A filter that draws an image in black and white cross-hatching.
    public class func hatchedScreen() -> any CIFilter & CIHatchedScreen { HatchedScreen() }
}
