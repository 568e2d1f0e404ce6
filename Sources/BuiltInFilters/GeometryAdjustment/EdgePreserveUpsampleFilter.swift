import CoreImageEssentials
import Foundation

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

    private static let kernel = CIKernel(
        """
        kernel vec4 upsample(
            sampler guide, sampler lumas, sampler small, vec4 toSmall, vec4 bounds, vec2 falloff, float reach, float end
        ) {
            float luma = dot(linear_to_srgb(sample(guide, samplerCoord(guide)).rgb), vec3(0.2126, 0.7152, 0.0722));
            vec2 place = destCoord() * toSmall.xy + toSmall.zw;
            vec2 first = max(floor(place - reach + 0.5), bounds.xy);
            vec2 last = min(floor(place + reach + 0.5), bounds.zw);
            vec4 sum = vec4(0.0);
            float total = 0.0;
            for (float y = first.y; y < last.y; y += 1.0) {
                for (float x = first.x; x < last.x; x += 1.0) {
                    vec2 q = vec2(x, y) + 0.5;
                    vec2 offset = q - place;
                    float difference = sample(lumas, samplerTransform(lumas, q)).x - luma;
                    float weight = max(exp(-dot(offset, offset) * falloff.x) - end, 0.0)
                        * max(exp(-difference * difference * falloff.y), 1e-12);
                    sum += weight * sample(small, samplerTransform(small, q));
                    total += weight;
                }
            }
            return total > 0.0 ? sum / total : vec4(0.0);
        }
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
        let falloff = CIVector(x: 1 / (2 * sigma * sigma), y: 1 / (2 * lumaSigma * lumaSigma))
        let bounds = smallImage.extent.roundedOutwards
        return Self.kernel.apply(
            to: inputImage,
            region: CIKernelRegion { index, output in
                index == 0 ? output : output.applying(toSmall).insetBy(dx: -reach - 1, dy: -reach - 1)
            },
            Self.luma.apply(to: map.reducedGuide).samplingNearest(), smallImage.samplingNearest(),
            CIVector(x: toSmall.a, y: toSmall.d, z: toSmall.tx, w: toSmall.ty),
            CIVector(x: bounds.minX, y: bounds.minY, z: bounds.maxX, w: bounds.maxY), falloff, reach,
            exp(-reach * reach * falloff.x))
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
