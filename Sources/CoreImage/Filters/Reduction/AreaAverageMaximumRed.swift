import Foundation

/// Makes one pixel of an area: the mean red of its pixels in red, and the largest in green; blue is 0 and alpha 1.
///
/// Red is premultiplied and linear, in working space. The mean is exact to a float; for the largest, values that
/// aren't numbers don't count. The image is read once for both. What of the area lies outside the image counts as
/// transparent pixels; an empty area, which is the default, gives an empty image. The result is the pixel at the
/// origin. Source: Apple's description of the filter, which doesn't say what blue and alpha are.
final class AreaAverageMaximumRed: CIFilter, CIAreaAverageMaximumRed {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaAverageMaximumRed", displayName: "Area Average and Maximum Red",
            categories: [.reduction, .video, .stillImage, .highDynamicRange, .builtIn], kind: .reduction,
            summary: "Finds the mean and the largest red of an area.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    private static let kernel = CIKernel(
        """
        kernel vec4 averageAndMaximum(sampler pair) {
            float first = sample(pair, samplerTransform(pair, vec2(0.5, 0.5))).r;
            return vec4(first, sample(pair, samplerTransform(pair, vec2(1.5, 0.5))).r, 0.0, 1.0);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let pair = inputImage.reduced(over: extent, filter: name) { $0.areaAverageAndMaximum(of: $1) }
        if pair.extent.isEmpty { return pair }
        return Self.kernel.apply(
            extent: CGRect(x: 0, y: 0, width: 1, height: 1), region: .fixed(CGRect(x: 0, y: 0, width: 2, height: 1)),
            pair)
    }
}

/// Inputs of the mean and the largest red of an area.
public protocol CIAreaAverageMaximumRed: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the mean and the largest red of an area.
    public class func areaAverageMaximumRed() -> any CIFilter & CIAreaAverageMaximumRed { AreaAverageMaximumRed() }
}
