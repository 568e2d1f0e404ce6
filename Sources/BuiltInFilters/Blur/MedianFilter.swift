import CoreImageEssentials
import Foundation

/// The median of each component over the 3 × 3 pixels around each pixel.
///
/// Pixels are premultiplied and in the linear working space; alpha is treated like the other components. Edge pixels
/// are repeated, so the extent stays and edges don't fade. The filter removes specks and keeps edges. Source: published
/// measurements of Core Image's own filter.
class MedianFilter: CIFilter, CIMedian {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMedianFilter", displayName: "Median", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Replaces each pixel by the median of its neighbours.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    // The columns are sorted, three pixels each. The median of nine is the median of three numbers: the largest minimum
    // of a column, the median of the columns' medians, and the smallest maximum.
    private static let kernel = CIKernel(
        """
        vec4 middle(vec4 a, vec4 b, vec4 c) { return max(min(a, b), min(max(a, b), c)); }
        vec4 near(sampler image, float x, float y) {
            return sample(image, samplerTransform(image, destCoord() + vec2(x, y)));
        }
        kernel vec4 median(sampler image) {
            vec4 a = near(image, -1.0, -1.0), b = near(image, -1.0, 0.0), c = near(image, -1.0, 1.0);
            vec4 d = near(image, 0.0, -1.0), e = near(image, 0.0, 0.0), f = near(image, 0.0, 1.0);
            vec4 g = near(image, 1.0, -1.0), h = near(image, 1.0, 0.0), i = near(image, 1.0, 1.0);
            vec4 low = max(max(min(min(a, b), c), min(min(d, e), f)), min(min(g, h), i));
            vec4 high = min(min(max(max(a, b), c), max(max(d, e), f)), max(max(g, h), i));
            return middle(low, middle(middle(a, b, c), middle(d, e, f), middle(g, h, i)), high);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(to: inputImage.clampedToExtent(), extent: inputImage.extent, region: .inset(-1))
    }
}

/// Inputs of the median filter.
public protocol CIMedian: CIFilterProtocol {
    /// The image to smooth.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that replaces each pixel by the median of its neighbours.
    public class func median() -> any CIFilter & CIMedian { registered(MedianFilter()) }
}
