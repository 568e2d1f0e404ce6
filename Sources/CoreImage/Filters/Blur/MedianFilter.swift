import Foundation

/// The median of the nine pixels around and at each pixel, for each component by itself.
///
/// Premultiplied linear working-space pixels, alpha too. Beyond the edges the edge pixels are repeated, so that the extent stays and edges don't fade. Removes
/// specks and keeps edges. Source: published measurements of Core Image's own filter.
final class MedianFilter: CIFilter, CIMedian {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMedianFilter", displayName: "Median", categories: [.blur, .highDynamicRange, .video], kind: .general,
            summary: "Replaces each pixel by the median of its neighbours.")
    }

    @CIInput var inputImage: CIImage?

    // Three are sorted at a time: the median of nine is that of the largest of the smallest, the median of the middle ones, and the smallest of the largest.
    private static let kernel = CIKernel(
        """
        vec4 middle(vec4 a, vec4 b, vec4 c) { return max(min(a, b), min(max(a, b), c)); }
        kernel vec4 median(sampler image) {
            vec2 p = destCoord();
            vec4 low = vec4(0.0);
            vec4 high = vec4(0.0);
            vec4 mid[3];
            for (int row = 0; row < 3; row++) {
                float y = float(row) - 1.0;
                vec4 a = sample(image, samplerTransform(image, p + vec2(-1.0, y)));
                vec4 b = sample(image, samplerTransform(image, p + vec2(0.0, y)));
                vec4 c = sample(image, samplerTransform(image, p + vec2(1.0, y)));
                vec4 least = min(min(a, b), c);
                vec4 most = max(max(a, b), c);
                low = row == 0 ? least : max(low, least);
                high = row == 0 ? most : min(high, most);
                mid[row] = middle(a, b, c);
            }
            return middle(low, middle(mid[0], mid[1], mid[2]), high);
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
    public class func median() -> any CIFilter & CIMedian { MedianFilter() }
}
