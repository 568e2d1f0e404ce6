import CoreImageEssentials
import Foundation
import Pixels

/// Maps luminance to colours: each pixel takes its colour from a row of colours.
///
/// The luminance `0.2125 r + 0.7154 g + 0.0721 b` of the unpremultiplied linear working-space colour, clamped to 0…1,
/// is the place in the gradient image's bottom row, as a share of its width. Between the centres of columns colours are
/// interpolated linearly; beyond the first and last centre that column's colour is used. The colour, including its
/// alpha, is multiplied by the pixel's alpha. A gradient image that is empty or infinite gives an image whose rendering
/// throws `CIFilterError.badValue`. Source: fitted to a lossless picture of Core Image (iOS 7), which it matches with
/// mean 0.21 and 99th percentile 2 of 255; that system mixed neighbouring columns as sRGB values.
class ColorMap: CIFilter, CIColorMap {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorMap", categories: [.colorEffect, .interlaced, .nonSquarePixels, .video], kind: .color,
            summary: "Maps luminance to the colours of a row of pixels.", status: .fitted(mean: 0.21, percentile99: 2))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(type: kCIAttributeTypeGradient) var gradientImage: CIImage?

    private static let kernel = CIKernel(
        """
        kernel vec4 colorMap(__sample image, sampler gradient, vec2 first, float last) {
            // One division of the luminance replaces three of the components.
            float gray = dot(image.rgb, vec3(0.2125, 0.7154, 0.0721));
            float light = image.a > 0.0 ? gray / image.a : gray;
            float place = min(max(0.0, light * (last + 1.0) - 0.5), last);
            // The last column mixes with none of the transparent pixels beside it.
            float column = floor(place);
            vec4 low = sample(gradient, samplerTransform(gradient, first + vec2(column, 0.0)));
            vec4 high = sample(gradient, samplerTransform(gradient, first + vec2(column + 1.0, 0.0)));
            float share = (place - column) * image.a;
            return low * (image.a - share) + high * share;
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let gradientImage else { return nil }
        let pixels = PixelRect(enclosing: gradientImage.extent)
        guard !pixels.isEmpty, !gradientImage.extent.isInfinite else {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputGradientImage",
                    reason: "its extent is empty or infinite; give an image whose bottom row holds the colours"))
        }
        let row = CGRect(x: pixels.x, y: pixels.y, width: pixels.width, height: 1)
        return Self.kernel.apply(
            to: inputImage, region: .same(table: row),
            gradientImage.cropped(to: row).samplingNearest(), CIVector(x: row.minX + 0.5, y: row.midY),
            Float(pixels.width - 1))
    }
}

/// Inputs of the colour map.
public protocol CIColorMap: CIFilterProtocol {
    /// The image to colour.
    var inputImage: CIImage? { get set }
    /// The colours in the bottom row, from that of black at the left to that of white at the right.
    var gradientImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that maps luminance to the colours of a row of pixels.
    public class func colorMap() -> any CIFilter & CIColorMap { registered(ColorMap()) }
}
