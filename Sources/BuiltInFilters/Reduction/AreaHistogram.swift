import CoreImageEssentials
import Foundation

/// A histogram of each component in an area, as an image of `count` × 1 pixels from the origin.
///
/// Component c of pixel b is `scale · n / N`, where n of the area's N pixels have a component c in
/// `b / count … (b + 1) / count`, of premultiplied linear working-space pixels. Smaller values, and NaN, count in the
/// first bin, larger ones in the last. Counts are exact. `count` is clamped to 1…2048; a scale below 0 counts as 0, and
/// one that isn't finite as 1. Parts of the area outside the image count as transparent pixels; an empty area, which is
/// the default, gives an empty image. `outputImageMPS` and `outputImageNonMPS` are the same image. `outputData` holds
/// its values, `count` times red, green, blue and alpha as 32-bit floats; reading it renders the image in a context
/// with default options. The numbers aren't colours: read them with a float format and no colour space. Source: Core
/// Image Filter Reference.
class AreaHistogram: CIFilter, CIAreaHistogram {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaHistogram", categories: [.reduction, .video], kind: .reduction,
            summary: "Counts how often component values occur in an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect
    @CIInput(default: 1, min: 0, slider: 0...1, nonFinite: 1) var scale: Float
    @CIInput(default: 64, range: 1...2048, slider: 10...1000, type: kCIAttributeTypeScalar) var count: Int

    override var outputKeys: [String] {
        [kCIOutputImageKey, ReductionOutput.dataKey, ReductionOutput.mpsKey, ReductionOutput.nonMPSKey]
    }

    override func value(forKey key: String) -> Any? {
        ReductionOutput.value(forKey: key, of: self) ?? super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        inputImage?.reduced(over: extent, filter: name) {
            $0.histogram(of: $1, bins: count, scale: Double(max(scale, 0)))
        }
    }
}

/// Inputs of the histograms.
public protocol CIAreaHistogram: CIAreaReductionFilter {
    /// The sum of all bins of a component.
    var scale: Float { get set }
    /// Number of bins, from 1 to 2048.
    var count: Int { get set }
}

extension CIFilter {
    /// A filter that computes a histogram of each component in an area.
    public class func areaHistogram() -> any CIFilter & CIAreaHistogram { registered(AreaHistogram()) }
}

extension AreaHistogram: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("AreaHistogram extent=0,0,320,240 count=256 scale=10, HistogramDisplayFilter")
    }
}
