import CoreImageEssentials
import Foundation

/// The look of a thermal camera: dark is cold, bright is hot.
///
/// The sRGB-encoded luminance of the unpremultiplied linear working-space colour, clamped to 0…1, selects a colour from
/// a fixed row of increasing brightness: deep blue, violet, magenta, red, orange, yellow, and a yellowish white. Alpha
/// is kept. Core Image's own colours are not published; these are ours, made for the look.
class Thermal: CIFilter, CIThermal {
    override class var registration: CIFilterRegistration {
        .init(
            "CIThermal", categories: [.colorEffect, .interlaced, .nonSquarePixels, .video], kind: .color,
            summary: "Colours an image like the picture of a thermal camera.", status: .ours)
    }

    @CIInput var inputImage: CIImage?

    private static let colors = ColorRow(knots: [
        (0, SIMD3(0.02, 0.02, 0.22)), (0.14, SIMD3(0.13, 0.05, 0.55)), (0.3, SIMD3(0.48, 0.05, 0.68)),
        (0.45, SIMD3(0.82, 0.11, 0.46)), (0.58, SIMD3(0.95, 0.27, 0.13)), (0.72, SIMD3(0.99, 0.55, 0.06)),
        (0.87, SIMD3(1, 0.87, 0.2)), (1, SIMD3(1, 1, 0.86)),
    ])

    override var outputImage: CIImage? { inputImage.map { Self.colors.mappingLuminance(of: $0) } }
}

/// Inputs of the thermal filter.
public protocol CIThermal: CIFilterProtocol {
    /// The image to colour.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that colours an image like the picture of a thermal camera.
    public class func thermal() -> any CIFilter & CIThermal { registered(Thermal()) }
}
