import CoreImageEssentials
import Foundation

/// An image's luminance in black and white rings around a point; the black rings are broader where the image is darker.
///
/// The line screen with rings: its threshold is the triangle wave of r / width, where r is the distance from `center`;
/// it is 0 at the centre (see `HalftoneScreen`). Computed on premultiplied linear working-space colour. Fitted to a
/// picture that Core Image made in 2013, with a sharpness of 0.7.
///
/// The extent is the image's, and alpha stays. Widths below 1 count as 1, sharpnesses are clamped to 0…0.999; numbers
/// that aren't finite count as the defaults.
class CircularScreen: CIFilter, CICircularScreen {
    override class var registration: CIFilterRegistration {
        .init(
            "CICircularScreen", categories: [.halftoneEffect, .video], kind: .color,
            summary: "Draws an image in black and white rings.", status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 6, min: 1, slider: 2...50, nonFinite: 6, type: kCIAttributeTypeDistance) var width: Float
    @CIInput(default: 0.7, range: 0...1, slider: 0...1, nonFinite: 0.7) var sharpness: Float

    private static let kernel = HalftoneScreen.kernel(threshold: "triangle(length(p))")

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return HalftoneScreen(center: center, width: width, angle: 0, sharpness: sharpness)
            .apply(Self.kernel, to: inputImage)
    }
}

/// Inputs of the circular screen.
public protocol CICircularScreen: CIFilterProtocol {
    /// The image whose luminance is drawn.
    var inputImage: CIImage? { get set }
    /// The middle of the rings, in working space.
    var center: CGPoint { get set }
    /// Distance between neighbouring rings, in pixels, 1 or more.
    var width: Float { get set }
    /// From 0, which leaves all tones of grey, to 1, for black and white alone.
    var sharpness: Float { get set }
}

extension CIFilter {
    /// A filter that draws an image in black and white rings.
    public class func circularScreen() -> any CIFilter & CICircularScreen { registered(CircularScreen()) }
}
