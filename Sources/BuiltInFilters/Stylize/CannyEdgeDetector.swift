import CoreImageEssentials
import Foundation
import ImageGraph

/// Thin edges in white on black, by Canny's method.
///
/// The image, with edge pixels repeated, is blurred by a Gaussian of standard deviation `gaussianSigma` pixels. Of
/// Sobel's gradients of its three components (premultiplied linear working-space values, or their sRGB values if
/// `perceptual` is set; a step of 1 gives 1) the longest is used. A pixel is kept if its gradient is longer than at the
/// next pixel up the gradient and no shorter than at the next one down it, in the nearest of eight directions. Kept
/// pixels are edges where the gradient is at least `thresholdHigh`, and candidates where it is at least `thresholdLow`.
/// Each hysteresis pass turns candidates that touch an edge at a side or corner into edges. The result is opaque; the
/// extent stays.
///
/// Source: Canny, "A Computational Approach to Edge Detection" (1986), with the number of passes that Core Image's
/// inputs set; its scale of gradients isn't published. A sigma that isn't positive and finite blurs nothing, thresholds
/// that aren't finite count as 0, and passes are clamped to 0…20.
class CannyEdgeDetector: CIFilter, CICannyEdgeDetector {
    override class var registration: CIFilterRegistration {
        .init(
            "CICannyEdgeDetector", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Finds thin edges by Canny's method.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1.6, min: 0, slider: 0...5, nonFinite: 0) var gaussianSigma: Float
    @CIInput(default: false, range: 0...1) var perceptual: Bool
    @CIInput(default: 0.05, min: 0, slider: 0...0.4, nonFinite: 0) var thresholdHigh: Float
    @CIInput(default: 0.02, min: 0, slider: 0...0.2, nonFinite: 0) var thresholdLow: Float
    @CIInput(default: 1, range: 0...20, slider: 0...5) var hysteresisPasses: Int

    private static let encoded = CIColorKernel(
        "kernel vec4 encoded(__sample image) { return vec4(linear_to_srgb(image.rgb), image.a); }")

    /// Computes the longest gradient of the three components, and its length.
    private static let gradient = CIKernel(
        SobelGradient.functions + """
            kernel vec4 gradient(sampler image) {
                vec2 longest = steepest(across(image).rgb, upwards(image).rgb);
                return vec4(longest, length(longest), 1.0);
            }
            """)

    /// Gives 1 for edges and ½ for candidates. The gradient's extent is infinite, so its sampler coordinates are in
    /// pixels.
    private static let thinned = CIKernel(
        """
        kernel vec4 thinned(sampler gradient, float high, float low) {
            vec2 c = samplerCoord(gradient);
            vec4 own = sample(gradient, c);
            vec2 size = abs(own.xy);
            float flat = 0.41421356;
            vec2 up = vec2(size.x < flat * size.y ? 0.0 : sign(own.x), size.y < flat * size.x ? 0.0 : sign(own.y));
            bool top = own.z > sample(gradient, c + up).z && own.z >= sample(gradient, c - up).z;
            return vec4(vec3(top && own.z >= high ? 1.0 : top && own.z >= low ? 0.5 : 0.0), 1.0);
        }
        """)

    private static let grown = CIColorKernel(
        """
        kernel vec4 grown(__sample edges, __sample around) {
            return vec4(vec3(edges.r > 0.25 && around.r > 0.75 ? 1.0 : edges.r), 1.0);
        }
        """)

    private static let sure = CIColorKernel(
        "kernel vec4 sure(__sample edges) { return vec4(vec3(step(0.75, edges.r)), 1.0); }")

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let values = perceptual ? Self.encoded.apply(to: inputImage) : inputImage
        let blurred = values.clampedAndBlurred(sigma: Double(gaussianSigma))
        let gradient = Self.gradient.apply(to: blurred, region: .inset(-SobelGradient.reach))
        var edges = Self.thinned.apply(
            to: gradient, extent: inputImage.extent, region: .inset(-1), thresholdHigh,
            thresholdLow)
        for _ in 0..<min(max(hysteresisPasses, 0), 20) {
            let around = edges.node.rectangleExtremum(.maximum, columns: 1, rows: 1)
            edges = Self.grown.apply(to: edges, CIImage(node: around))
        }
        return Self.sure.apply(to: edges)
    }
}

/// Inputs of Canny's edge detector.
public protocol CICannyEdgeDetector: CIFilterProtocol {
    /// The image whose edges are found.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the blur before edge detection, in pixels, from 0.
    var gaussianSigma: Float { get set }
    /// Whether gradients are computed from sRGB values instead of linear ones.
    var perceptual: Bool { get set }
    /// The least gradient of an edge.
    var thresholdHigh: Float { get set }
    /// The least gradient of a pixel that continues an edge.
    var thresholdLow: Float { get set }
    /// Number of pixels by which edges are continued, from 0 to 20.
    var hysteresisPasses: Int { get set }
}

extension CIFilter {
    /// A filter that finds thin edges by Canny's method.
    public class func cannyEdgeDetector() -> any CIFilter & CICannyEdgeDetector { registered(CannyEdgeDetector()) }
}
