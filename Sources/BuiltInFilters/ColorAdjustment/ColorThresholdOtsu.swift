import CoreImageEssentials
import Foundation
import ImageGraph

/// Makes each of red, green and blue 1 or 0, with the threshold that separates the two parts of its histogram best
/// (Otsu's method).
///
/// For each component of the unpremultiplied linear working-space colours, values are counted in 256 levels
/// `round(255 · c)`; pixels without alpha don't count. The split is after the level t that maximises the between-class
/// variance `(μ · ω(t) − μ(t))² / (ω(t) · (1 − ω(t)))`. If several levels reach the maximum, t is in the middle of
/// them. The component becomes 1 above `(t + ½) / 255`; a component with a single level is split at ½. Alpha is kept.
///
/// The whole image is read before the first pixel is computed, so the image must have a finite extent: an infinite one
/// gives an image whose rendering throws `CIFilterError.badValue`. Sources: Otsu, "A Threshold Selection Method from
/// Gray-Level Histograms" (1979); the reference describes a threshold for each component. In the one published picture,
/// of iOS 14.0, only the green component is ever 1, which no description mentions; its threshold lies at sRGB level 157
/// of that picture, as does this one's.
class ColorThresholdOtsu: CIFilter, CIColorThresholdOtsu {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorThresholdOtsu", categories: [.colorAdjustment, .interlaced, .nonSquarePixels, .video], kind: .color,
            summary: "Makes each colour component 0 or 1, with thresholds found in the image's histogram.",
            status: .documented)
    }

    @CIInput var inputImage: CIImage?

    /// Scales colours so that a histogram with equal bins counts the rounded levels. Alpha is 1 for pixels that count.
    private static let levels = CIColorKernel(
        """
        kernel vec4 levels(__sample image) {
            vec4 c = unpremultiply(image);
            return c.a > 0.0 ? vec4((clamp(c.rgb, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 1.0) : vec4(0.0);
        }
        """)

    /// Returns one pixel with the sums of the first and the last of the best levels of each component, from 256 × 1
    /// counts. Sums are whole numbers up to 508, so that half floats hold them.
    private static let splits = CIKernel(
        """
        kernel vec4 splits(sampler counts) {
            vec3 nothing = vec3(sample(counts, samplerTransform(counts, vec2(0.5, 0.5))).a);
            vec3 total = -nothing, sum = vec3(0.0);
            for (int i = 0; i < 256; i++) {
                vec3 count = sample(counts, samplerTransform(counts, vec2(float(i) + 0.5, 0.5))).rgb;
                total += count;
                sum += count * float(i);
            }
            vec3 below = -nothing, sumBelow = vec3(0.0), best = vec3(0.0), first = vec3(0.0), last = vec3(254.0);
            for (int i = 0; i < 255; i++) {
                vec3 count = sample(counts, samplerTransform(counts, vec2(float(i) + 0.5, 0.5))).rgb;
                below += count;
                sumBelow += count * float(i);
                vec3 distance = sum * below - sumBelow * total;
                vec3 spread = below * (total - below);
                vec3 variance = distance * distance / max(spread, 1.0e-30);
                variance = compare(-spread, variance, vec3(0.0));
                first = compare(best - variance, vec3(float(i)), first);
                last = compare(variance - best, last, vec3(float(i)));
                best = max(best, variance);
            }
            return vec4(first + last, 1.0);
        }
        """)

    private static let split = CIKernel(
        """
        kernel vec4 split(__sample image, sampler splits) {
            vec4 c = unpremultiply(image);
            vec3 sums = sample(splits, samplerTransform(splits, vec2(0.5, 0.5))).rgb;
            vec3 threshold = (sums * 0.5 + 0.5) / 255.0;
            return premultiply(vec4(compare(threshold - c.rgb, vec3(1.0), vec3(0.0)), c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let extent = inputImage.extent
        if extent.isEmpty { return inputImage }
        guard !extent.isInfinite else {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: kCIInputImageKey,
                    reason: "its extent is infinite, and its histogram can't be counted; crop it first"))
        }
        let counts = CIImage(node: Self.levels.apply(to: inputImage).node.histogram(of: extent, bins: 256))
        let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
        let splits = Self.splits.apply(
            extent: pixel, region: .fixed(CGRect(x: 0, y: 0, width: 256, height: 1)), counts.samplingNearest())
        // Computed once instead of for every tile.
        return Self.split.apply(
            to: inputImage, region: .same(table: pixel), splits.insertingIntermediate().samplingNearest())
    }
}

/// Inputs of Otsu's threshold.
public protocol CIColorThresholdOtsu: CIFilterProtocol {
    /// The image to split, of finite extent.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that makes each colour component 0 or 1 by Otsu's method.
    public class func colorThresholdOtsu() -> any CIFilter & CIColorThresholdOtsu { registered(ColorThresholdOtsu()) }
}
