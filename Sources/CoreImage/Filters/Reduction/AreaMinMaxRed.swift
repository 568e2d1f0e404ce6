import Foundation

/// Makes one pixel of an area: the smallest red of its pixels in red, and the largest in green; blue is 0 and alpha
/// 1.
///
/// Red is premultiplied and linear, in working space; values that aren't numbers don't count. What of the area lies
/// outside the image counts as transparent pixels; an empty area, which is the default, gives an empty image. The
/// result is the pixel at the origin. Source: Apple's description of the filter, which doesn't say what blue and
/// alpha are.
final class AreaMinMaxRed: CIFilter, CIAreaMinMaxRed {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaMinMaxRed", displayName: "Area Min and Max Red",
            categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the smallest and the largest red of an area.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    private static let kernel = CIKernel(
        """
        kernel vec4 extremes(sampler pair) {
            float first = sample(pair, samplerTransform(pair, vec2(0.5, 0.5))).r;
            return vec4(first, sample(pair, samplerTransform(pair, vec2(1.5, 0.5))).r, 0.0, 1.0);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let pair = inputImage.reduced(over: extent, filter: name) { $0.areaExtremes(of: $1) }
        if pair.extent.isEmpty { return pair }
        return Self.kernel.apply(
            extent: CGRect(x: 0, y: 0, width: 1, height: 1), region: .fixed(CGRect(x: 0, y: 0, width: 2, height: 1)),
            pair)
    }
}

/// Inputs of the smallest and the largest red of an area.
public protocol CIAreaMinMaxRed: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the smallest and the largest red of an area.
    public class func areaMinMaxRed() -> any CIFilter & CIAreaMinMaxRed { AreaMinMaxRed() }
}
