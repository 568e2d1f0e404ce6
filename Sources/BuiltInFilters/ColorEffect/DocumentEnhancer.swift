import CoreImageEssentials
import Foundation

/// Makes a photograph of a page look like a scan: even light, white paper, strong text.
///
/// Paper is whatever isn't much darker than its surroundings: pixels weigh `smoothstep(0.5, 0.9, Y / Ȳ)` with the
/// luminance Y and its Gaussian mean Ȳ. The weighted Gaussian mean of their colours is roughly the paper's colour,
/// including the lamp's tint; ink hardly counts. A second step repeats this with that colour instead of the
/// surroundings and a quarter of the standard deviation. It follows the edges of shadows and gives the paper's colour p
/// at every place. The page is `min(c / (0.92 p), 1)^max(amount, 1)`, and the result mixes c and the page by
/// `min(amount, 1)`: 0 changes nothing, 1 whitens paper, more darkens text. The first two means have a standard
/// deviation of a sixteenth of the image's shorter side, between 4 and 64 pixels. Computed on unpremultiplied linear
/// working-space colour; alpha is kept. The amount is clamped to 0…10; NaN counts as 0. No definition is published;
/// this one is ours, made for the documented purpose.
class DocumentEnhancer: CIFilter, CIDocumentEnhancer {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDocumentEnhancer", categories: [.colorEffect, .nonSquarePixels], kind: .color,
            summary: "Evens out the light on a photographed page and whitens its paper.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, range: 0...10, slider: 0...2) var amount: Float

    private static let paperKernel = CIColorKernel(
        """
        kernel vec4 paper(__sample image, __sample surroundings) {
            vec3 weights = vec3(0.2126, 0.7152, 0.0722);
            vec3 color = max(unpremultiply(image).rgb, 0.0);
            vec3 mean = max(unpremultiply(surroundings).rgb, 0.0);
            float weight = smoothstep(0.5, 0.9, dot(color, weights) / max(dot(mean, weights), 1.0e-4));
            // A small share of the surroundings keeps the mean defined where there is no paper.
            return vec4(color * weight + mean * 0.02, weight + 0.02) * image.a;
        }
        """)

    private static let pageKernel = CIColorKernel(
        """
        kernel vec4 page(__sample image, __sample paper, float mixed, float strength) {
            vec4 c = unpremultiply(image);
            vec3 white = max(unpremultiply(paper).rgb * 0.92, 1.0e-4);
            vec3 enhanced = pow(clamp(c.rgb / white, 0.0, 1.0), vec3(strength));
            return premultiply(vec4(mix(c.rgb, enhanced, mixed), c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let amount = min(max(amount.isNaN ? 0 : amount, 0), 10)
        let extent = inputImage.extent
        if amount == 0 || extent.isNull { return inputImage }
        let side = extent.isInfinite ? .infinity : min(extent.width, extent.height)
        let deviation = Double(min(max(side / 16, 4), 64))
        func mean(_ image: CIImage, _ part: Double) -> CIImage {
            image.mapNode { $0.gaussianBlurred(sigma: deviation * part) }
        }
        let rough = mean(Self.paperKernel.apply(to: inputImage, mean(inputImage, 1)), 1)
        let paper = mean(Self.paperKernel.apply(to: inputImage, rough), 0.25)
        return Self.pageKernel.apply(to: inputImage, paper, min(amount, 1), max(amount, 1))
    }
}

/// Inputs of the document enhancer.
public protocol CIDocumentEnhancer: CIFilterProtocol {
    /// The photograph of a page.
    var inputImage: CIImage? { get set }
    /// From 0 (no change) over 1 (white paper) to 10 (black text).
    var amount: Float { get set }
}

extension CIFilter {
    /// A filter that evens out the light on a photographed page.
    public class func documentEnhancer() -> any CIFilter & CIDocumentEnhancer { registered(DocumentEnhancer()) }
}
