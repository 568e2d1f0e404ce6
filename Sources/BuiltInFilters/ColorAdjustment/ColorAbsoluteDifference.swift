import CoreImageEssentials
import Foundation

/// The absolute difference of two images: `|a − b|` for red, green and blue.
///
/// Colours are unpremultiplied linear working-space values, not clamped. Alpha is the product of both alphas. The
/// extent is the intersection of both extents. Both images are required. Source: the filter's public description; a
/// picture that Core Image made confirms linear light and alpha.
class ColorAbsoluteDifference: CIFilter, CIColorAbsoluteDifference {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorAbsoluteDifference",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Shows how far the colours of two images are apart.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(name: "Image2") var inputImage2: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 absoluteDifference(__sample first, __sample second) {
            // Equals the difference of the unpremultiplied colours times the result's alpha, without divisions.
            vec3 difference = abs(first.rgb * second.a - second.rgb * first.a);
            float alpha = first.a * second.a;
            return vec4(alpha > 0.0 ? difference : vec3(0.0), alpha);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let inputImage2 else { return nil }
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.intersection(inputImage2.extent), inputImage2)
    }
}

/// Inputs of the absolute difference.
public protocol CIColorAbsoluteDifference: CIFilterProtocol {
    /// One of the images to compare.
    var inputImage: CIImage? { get set }
    /// The other image; the order doesn't matter.
    var inputImage2: CIImage? { get set }
}

extension CIFilter {
    /// A filter that shows how far the colours of two images are apart.
    public class func colorAbsoluteDifference() -> any CIFilter & CIColorAbsoluteDifference {
        registered(ColorAbsoluteDifference())
    }
}
