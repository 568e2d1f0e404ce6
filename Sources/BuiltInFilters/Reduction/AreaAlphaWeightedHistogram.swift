import CoreImageEssentials
import Foundation

/// A histogram of the colours of an area in which each pixel counts by its alpha, as an image of `count` × 1 pixels
/// from the origin.
///
/// Component c of pixel b is `scale · Σ alpha / N` over those of the area's N pixels whose component c lies in
/// `b / count … (b + 1) / count`. Red, green and blue are unpremultiplied linear working-space colours. Smaller values
/// count in the first bin, larger ones in the last; pixels whose alpha isn't above 0 and finite are ignored. So the
/// bins of an opaque image add up to `scale`, and those of other images to less. Sums are exact to a float. `count` is
/// clamped to 1…2048; a scale below 0 counts as 0, and one that isn't finite as 1. Parts of the area outside the image
/// count as transparent pixels; an empty area, which is the default, gives an empty image. `outputImageMPS` and
/// `outputImageNonMPS` are the same image. `outputData` holds its values, `count` times red, green, blue and alpha as
/// 32-bit floats; reading it renders the image in a context with default options. Source: Apple's description of the
/// filter.
class AreaAlphaWeightedHistogram: CIFilter, CIAreaHistogram {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaAlphaWeightedHistogram", categories: [.reduction, .video], kind: .reduction,
            summary: "Weighs by alpha how often colours occur in an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect
    @CIInput(default: 1, min: 0, slider: 0...1, nonFinite: 1) var scale: Float
    @CIInput(default: 64, range: 1...2048, slider: 10...1000, type: kCIAttributeTypeScalar) var count: Int

    override var outputKeys: [String] {
        [kCIOutputImageKey, ReductionOutput.mpsKey, ReductionOutput.nonMPSKey, ReductionOutput.dataKey]
    }

    override func value(forKey key: String) -> Any? {
        ReductionOutput.value(forKey: key, of: self) ?? super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        inputImage?.reduced(over: extent, filter: name) {
            $0.alphaWeightedHistogram(of: $1, bins: count, scale: Double(max(scale, 0)))
        }
    }
}

extension CIFilter {
    /// A filter that computes a histogram of an area, weighted by alpha.
    public class func areaAlphaWeightedHistogram() -> any CIFilter & CIAreaHistogram {
        registered(AreaAlphaWeightedHistogram())
    }
}

extension AreaAlphaWeightedHistogram: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init(
            "AreaAlphaWeightedHistogram extent=0,0,320,240 count=256 scale=10, "
                + "HistogramDisplayFilter")
    }
}
