import Foundation
import ImageGraph
import Pixels

/// Finds colours that stand for those of an area: the means of k-means clustering, as a palette of `count` × 1
/// pixels from the origin.
///
/// Each of `passes` passes assigns every pixel to the nearest mean, the first of equally near ones, and moves the
/// means to the mean colours of their pixels. Distances and means are of linear working-space colours that aren't
/// premultiplied, or with `perceptual` of their CIE L\*a\*b\* (D50). A pixel counts as much as its alpha;
/// transparent ones, and those with components that aren't finite, don't count. A mean that no pixel is nearest to
/// stays where it is.
///
/// Red, green and blue of the result are the means, whatever alpha is; alpha is the cluster's part of the area's
/// pixels, by the last pass. `CIPalettize` and `CIPaletteCentroid` take the result as it is; to draw with it, set
/// its alpha to one. Without passes the result is the seeds, with alpha 1.
///
/// Seeds are the pixels of `inputMeans`, in the order of reading and whatever their alpha is, as many as `count`.
/// Where they are fewer, or there is no such image, the others are chosen one by one among 24 × 24 pixels spread
/// evenly over the area: the one that leaves the least sum of squared distances from all of these pixels to their
/// nearest seed, weighted by alpha. Nothing is random.
///
/// Counts are rounded to whole numbers, `count` held between 0 and 128 and `passes` between 0 and 20; no clusters
/// and an empty area, which is the default, give an empty image. What of the area lies outside the image doesn't
/// count; an infinite area stands for the image's extent. Apple describes the inputs and the weights; how it
/// chooses seeds, and in which space it measures, isn't published.
final class KMeansFilter: CIFilter, CIKMeans {
    override class var registration: CIFilterRegistration {
        .init(
            "CIKMeans", displayName: "KMeans", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds colours that stand for those of an area, by k-means clustering.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect
    @CIInput var inputMeans: CIImage?
    @CIInput(default: 8, range: 0...128, identity: 0, type: kCIAttributeTypeCount) var count: Int
    @CIInput(default: 5, range: 0...20, identity: 0, type: kCIAttributeTypeCount) var passes: Float
    @CIInput(default: false, range: 0...1) var perceptual: Bool

    /// The means' colours with the clusters' weights.
    private static let weighted = CIColorKernel(
        """
        kernel vec4 weighted(__sample color, __sample mean) { return vec4(color.rgb, mean.a); }
        """)

    override var result: CIImage? {
        guard let inputImage else { return nil }
        let count = min(max(count, 0), 128)
        let passes = Int(min(max(passes.finite(or: 5), 0), 20).rounded())
        if count == 0 { return .empty() }
        if let inputMeans, inputMeans.extent.isInfinite {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputMeans", reason: "it has no edges; give an image of a pixel a colour"))
        }
        let seeds = inputMeans.map { $0.settingAlphaOne(in: $0.extent) } ?? .empty()
        let image = perceptual ? inputImage.inLab : inputImage
        let means = image.reduced(over: extent, filter: name) { node, area in
            let whole = area.isInfinite ? inputImage.extent : area
            if PixelRect(enclosing: whole).isEmpty { return .empty }
            return node.clusterMeans(
                of: whole, count: count, seeds: (perceptual ? seeds.inLab : seeds).node, passes: passes)
        }
        guard perceptual, !means.extent.isEmpty, !means.extent.isInfinite else { return means }
        let colors = means.settingAlphaOne(in: means.extent).fromLab
        return Self.weighted.apply(extent: means.extent, arguments: [colors, means])
    }
}

/// Inputs of k-means clustering.
public protocol CIKMeans: CIAreaReductionFilter {
    /// Colours to begin with: a pixel each.
    var inputMeans: CIImage? { get set }
    /// How many colours are wanted, from 0 to 128.
    var count: Int { get set }
    /// How often the colours are improved, from 0 to 20.
    var passes: Float { get set }
    /// Whether colours are compared and averaged as L\*a\*b\*.
    var perceptual: Bool { get set }
}

extension CIFilter {
    /// A filter that finds colours that stand for those of an area.
    public class func KMeans() -> any CIFilter & CIKMeans { KMeansFilter() }

    /// The same, as Swift spells the name elsewhere.
    public class func kMeans() -> any CIFilter & CIKMeans { KMeansFilter() }
}
