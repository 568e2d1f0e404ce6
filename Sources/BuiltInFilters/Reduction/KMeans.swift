import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// Finds the representative colours of an area by k-means clustering, as a palette of `count` × 1 pixels from the
/// origin.
///
/// Each of `passes` passes assigns every pixel to the nearest mean, the first of equally near ones, and moves the means
/// to the mean colours of their pixels. Distances and means are of unpremultiplied linear working-space colours, or
/// with `perceptual` of their CIE L\*a\*b\* (D50). A pixel counts by its alpha; transparent ones, and those with
/// components that aren't finite, are ignored. A mean to which no pixel is nearest doesn't move.
///
/// Red, green and blue of the result are the means, whatever alpha is. Alpha is the cluster's share of the area's
/// pixels in the last pass. `CIPalettize` and `CIPaletteCentroid` accept the result unchanged; to draw with it, set its
/// alpha to one. Without passes the result is the seeds, with alpha 1.
///
/// Seeds are the first `count` pixels of `inputMeans`, in reading order and whatever their alpha is. If there are
/// fewer, or no such image, the others are chosen one by one among 24 × 24 pixels spread evenly over the area: each
/// time the pixel that leaves the least sum of squared distances from all of these pixels to their nearest seed,
/// weighted by alpha. Nothing is random.
///
/// Counts are rounded to whole numbers, `count` is clamped to 0…128 and `passes` to 0…20; no clusters and an empty
/// area, which is the default, give an empty image. Parts of the area outside the image are ignored; an infinite area
/// means the image's extent. Apple describes the inputs and the weights; how it chooses seeds, and in which space it
/// measures distances, isn't published.
class KMeansFilter: CIFilter, CIKMeans {
    override class var registration: CIFilterRegistration {
        .init(
            "CIKMeans", displayName: "KMeans", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds colours that stand for those of an area, by k-means clustering.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect
    @CIInput var inputMeans: CIImage?
    @CIInput(default: 8, range: 0...128, identity: 0, type: kCIAttributeTypeCount) var count: Int
    @CIInput(default: 5, range: 0...20, identity: 0, nonFinite: 5, type: kCIAttributeTypeCount) var passes: Float
    @CIInput(default: false, range: 0...1) var perceptual: Bool

    /// The means' colours with the clusters' weights as alpha.
    private static let weighted = CIColorKernel(
        """
        kernel vec4 weighted(__sample color, __sample mean) { return vec4(color.rgb, mean.a); }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let count = min(max(count, 0), 128)
        let passes = Int(min(max(passes, 0), 20).rounded())
        if count == 0 { return .empty() }
        if let inputMeans, inputMeans.extent.isInfinite {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputMeans",
                    reason: "its extent is infinite; give an image with one pixel for each colour"))
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
    /// Colours to begin with, one in each pixel.
    var inputMeans: CIImage? { get set }
    /// Number of colours, from 0 to 128.
    var count: Int { get set }
    /// Number of passes that improve the colours, from 0 to 20.
    var passes: Float { get set }
    /// Whether colours are compared and averaged as L\*a\*b\*.
    var perceptual: Bool { get set }
}

extension CIFilter {
    /// A filter that finds the representative colours of an area.
    public class func KMeans() -> any CIFilter & CIKMeans { registered(KMeansFilter()) }

    /// A filter that finds representative colours, under the name in Swift's usual spelling.
    public class func kMeans() -> any CIFilter & CIKMeans { registered(KMeansFilter()) }
}

extension KMeansFilter: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The colours, whose alpha is a weight, are drawn on black and enlarged.
        .init(
            "KMeans extent=0,0,320,240 count=8 perceptual=1, SourceOverCompositing "
                + "backgroundImage=companions/mask.png, Crop rectangle=0,0,8,1, SampleNearest, "
                + "AffineTransform transform=40,0,0,40,0,0",
            "KMeans extent=0,0,320,240 count=8 perceptual=0, SourceOverCompositing "
                + "backgroundImage=companions/mask.png, Crop rectangle=0,0,8,1, SampleNearest, "
                + "AffineTransform transform=40,0,0,40,0,0")
    }
}
