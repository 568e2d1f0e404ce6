import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// Enlarges a small image to the size of a larger one and keeps the larger one's edges: joint bilateral upsampling.
///
/// `out(p) = Σ s(q) · f(|p′ − q|) · g(L(p) − l(q)) / Σ f · g` over the small image's pixels q. p′ is p on the small
/// image, mapped from extent to extent; s is the small image, L the luma of the large one, and l its luma averaged to
/// the small image's size. Luma is Rec. 709's `0.2126 R + 0.7152 G + 0.0722 B` of sRGB-encoded premultiplied colour. g
/// is a Gaussian of the luma sigma, at least 10⁻¹², so that the weights are never all 0. f is a Gaussian of the spatial
/// sigma minus its value at its end, which is at two sigmas or at two pixels of the small image, whichever is more. The
/// spatial sigma is in pixels of the large image, and is clamped to between half a pixel and 5 pixels of the small one.
/// Kernel size, units and luma of Core Image aren't published; these are ours, the least sigma and reach those of the
/// article.
///
/// Premultiplied linear pixels of the small image are averaged. The extent is the large image's. Sigmas are clamped to
/// their ranges, the luma's to at least 0.001; NaN counts as the default. Infinite images are errors thrown when the
/// result is rendered; an empty one gives an empty image. Source: Kopf, Cohen, Lischinski and Uyttendaele, Joint
/// Bilateral Upsampling, 2007.
class EdgePreserveUpsampleFilter: CIFilter, CIEdgePreserveUpsample {
    override class var registration: CIFilterRegistration {
        .init(
            "CIEdgePreserveUpsampleFilter",
            categories: [.geometryAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .general, summary: "Enlarges a small image along the edges of a large one.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var smallImage: CIImage?
    @CIInput(default: 3, range: 0...5) var spatialSigma: Float
    @CIInput(default: 0.15, range: 0...1) var lumaSigma: Float

    private static let luma = CIColorKernel(
        """
        kernel vec4 luma(__sample s) { return vec4(dot(linear_to_srgb(s.rgb), vec3(0.2126, 0.7152, 0.0722))); }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let smallImage else { return nil }
        let problem = GuidedUpsampling.problem(
            guide: inputImage, key: kCIInputImageKey, small: smallImage, smallKey: "inputSmallImage", filter: name)
        if let problem { return .failed(problem) }
        let map = GuidedUpsampling(guide: inputImage, small: smallImage)
        guard map.hasPixels else { return .empty() }
        let toSmall = map.toSmall
        let given = CGFloat(min(max(spatialSigma.isNaN ? 3 : spatialSigma, 0), 5))
        let sigma = min(max(given * max(toSmall.a, toSmall.d), 0.5), 5)
        let lumaSigma = CGFloat(min(max(lumaSigma.isNaN ? 0.15 : lumaSigma, 0.001), 1))
        let reach = max(2 * sigma, 2)
        let falloff = 1 / (2 * sigma * sigma)
        let settings = JointBilateralUpsampling.Settings(
            scale: SIMD2(toSmall.a, toSmall.d), offset: SIMD2(toSmall.tx, toSmall.ty),
            bounds: PixelRect(enclosing: smallImage.extent), distanceFalloff: Float(falloff),
            lumaFalloff: Float(1 / (2 * lumaSigma * lumaSigma)), reach: reach, end: Float(exp(-reach * reach * falloff))
        )
        let upsampling = JointBilateralUpsampling(
            small: smallImage.node, lumas: Self.luma.apply(to: map.reducedGuide).node,
            guide: Self.luma.apply(to: inputImage).node, settings: settings)
        return inputImage.mapNode { .native(upsampling, extent: $0.extent) }
    }
}

/// Inputs of the upsampling that keeps edges.
public protocol CIEdgePreserveUpsample: CIFilterProtocol {
    /// The large image. It provides the edges and the result's extent.
    var inputImage: CIImage? { get set }
    /// The image to enlarge, stretched from its extent to the large image's.
    var smallImage: CIImage? { get set }
    /// Standard deviation of the distance weights, in pixels of the large image, from 0 to 5.
    var spatialSigma: Float { get set }
    /// Standard deviation of the luma weights, from 0 to 1.
    var lumaSigma: Float { get set }
}

extension CIFilter {
    /// A filter that enlarges a small image along the edges of a large one.
    public class func edgePreserveUpsample() -> any CIFilter & CIEdgePreserveUpsample {
        registered(EdgePreserveUpsampleFilter())
    }
}
