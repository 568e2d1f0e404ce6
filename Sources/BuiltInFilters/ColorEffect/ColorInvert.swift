import CoreImageEssentials
import Foundation

/// A photographic negative: `1 − rgb` on unpremultiplied linear working-space colour; alpha is kept, nothing is
/// clamped.
///
/// Built with the colour matrix, as in the Core Image Programming Guide.
class ColorInvert: CIFilter, CIColorInvert {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorInvert",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Inverts colours, as in a photographic negative.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    override var outputImage: CIImage? {
        inputImage?.applyingFilter(
            "CIColorMatrix",
            parameters: [
                "inputRVector": CIVector(x: -1, y: 0, z: 0, w: 0),
                "inputGVector": CIVector(x: 0, y: -1, z: 0, w: 0),
                "inputBVector": CIVector(x: 0, y: 0, z: -1, w: 0),
                kCIInputBiasVectorKey: CIVector(x: 1, y: 1, z: 1, w: 0),
            ])
    }
}

/// Inputs of the colour inversion.
public protocol CIColorInvert: CIFilterProtocol {
    /// The image to invert.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that inverts colours.
    public class func colorInvert() -> any CIFilter & CIColorInvert { registered(ColorInvert()) }
}
