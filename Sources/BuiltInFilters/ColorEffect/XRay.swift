import CoreImageEssentials
import Foundation

/// The look of an X-ray picture on a light box: a bluish negative.
///
/// The sRGB-encoded luminance of the unpremultiplied linear working-space colour, clamped to 0…1, selects a colour from
/// a fixed row, from a pale blue for black through grayish blues to nearly black for white. Alpha is kept. Core Image's
/// own colours are not published; these are ours, made for the look.
class XRay: CIFilter, CIXRay {
    override class var registration: CIFilterRegistration {
        .init(
            "CIXRay", displayName: "X-Ray", categories: [.colorEffect, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Turns an image into a bluish negative, like an X-ray picture.", status: .ours)
    }

    @CIInput var inputImage: CIImage?

    private static let colors = ColorRow(knots: [
        (0, SIMD3(0.93, 0.98, 1)), (0.2, SIMD3(0.72, 0.83, 0.9)), (0.45, SIMD3(0.4, 0.54, 0.65)),
        (0.7, SIMD3(0.15, 0.25, 0.35)), (1, SIMD3(0.01, 0.02, 0.05)),
    ])

    override var outputImage: CIImage? { inputImage.map { Self.colors.mappingLuminance(of: $0) } }
}

/// Inputs of the X-ray filter.
public protocol CIXRay: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that turns an image into a bluish negative.
    public class func xRay() -> any CIFilter & CIXRay { registered(XRay()) }
}
