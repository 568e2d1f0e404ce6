import CoreImageEssentials
import Foundation

/// Draws a histogram, such as that of `CIAreaHistogram`, as bars: `height` pixels high, with a column for each bin.
///
/// The histogram is the lowest row of the image, in premultiplied linear working-space values. A value v fills the
/// column to `v · height` pixels from below, so that 1 reaches the top; the topmost pixel of a bar is filled in part.
/// Red, green and blue bars are added on opaque black, so that areas that all of them reach are white; alpha isn't
/// drawn. In the share `lowLimit` of the columns from the left the picture is half as bright. In the share
/// `1 − highLimit` at the right end it is a quarter closer to white. The lower left corner of the extent is the
/// image's.
///
/// The height is rounded to whole pixels and clamped to 1…200, limits are clamped to 0…1; numbers that aren't finite
/// count as the defaults. An empty image gives an empty one. An image with infinitely many columns gives an image whose
/// rendering throws `CIFilterError.badValue`. Apple's documentation describes the purpose of the inputs; no formula is
/// published, and this one is ours.
class HistogramDisplayFilter: CIFilter, CIHistogramDisplay {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHistogramDisplayFilter", displayName: "Histogram Display", categories: [.reduction, .video],
            kind: .reduction, summary: "Draws a histogram as bars.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 100, range: 1...200, slider: 1...100, nonFinite: 100, type: kCIAttributeTypeScalar)
    var height: Float
    @CIInput(default: 1, range: 0...1, slider: 0...1, nonFinite: 1) var highLimit: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, nonFinite: 0) var lowLimit: Float

    private static let kernel = CIKernel(
        """
        kernel vec4 histogramDisplay(sampler histogram, vec2 corner, float height, float low, float high) {
            vec2 d = destCoord() - corner;
            vec3 value = sample(histogram, samplerTransform(histogram, corner + vec2(d.x, 0.5))).rgb;
            vec3 bar = clamp(value * height - floor(d.y), 0.0, 1.0);
            bar *= d.x < low ? 0.5 : 1.0;
            return vec4(mix(bar, vec3(1.0), d.x > high ? 0.25 : 0.0), 1.0);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return inputImage.withEdges(for: name) { image in
            let bins = image.extent.integral
            let height = min(max(height, 1), 200).rounded()
            let (low, high) = (min(max(lowLimit, 0), 1), min(max(highLimit, 0), 1))
            return Self.kernel.apply(
                extent: CGRect(x: bins.minX, y: bins.minY, width: bins.width, height: CGFloat(height)),
                region: .fixed(CGRect(x: bins.minX, y: bins.minY, width: bins.width, height: 1)), image,
                CIVector(x: bins.minX, y: bins.minY), height, low * Float(bins.width), high * Float(bins.width))
        }
    }
}

/// Inputs of the drawing of a histogram.
public protocol CIHistogramDisplay: CIFilterProtocol {
    /// The histogram: a row of pixels.
    var inputImage: CIImage? { get set }
    /// The picture's height in pixels, from 1 to 200.
    var height: Float { get set }
    /// The share of the columns, from the left, after which the picture is lighter.
    var highLimit: Float { get set }
    /// The share of the columns, from the left, in which the picture is darker.
    var lowLimit: Float { get set }
}

extension CIFilter {
    /// A filter that draws a histogram as bars.
    public class func histogramDisplay() -> any CIFilter & CIHistogramDisplay { registered(HistogramDisplayFilter()) }
}

extension HistogramDisplayFilter: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("AreaHistogram extent=0,0,320,240 count=256 scale=10, HistogramDisplayFilter")
    }
}
