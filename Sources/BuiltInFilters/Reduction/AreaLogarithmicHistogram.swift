import CoreImageEssentials
import Foundation

/// A histogram of an area over exposure stops, as an image of `count` × 1 pixels from the origin.
///
/// Component c of pixel b is `scale · n / N`, where n of the area's N pixels have a component c in bin b. Red, green
/// and blue, premultiplied and linear in working space, are in bin
/// `⌊count · (log₂ value − minimumStop) / (maximumStop − minimumStop)⌋`, alpha in bin `⌊count · alpha⌋`. Smaller values
/// count in the first bin, including values of 0 or less and NaN; larger ones count in the last bin. Stops are clamped
/// to ±1000; ones that aren't finite count as the defaults, and a maximum that isn't above the minimum counts as a
/// millionth above it. `count` is clamped to 1…2048; a scale below 0 counts as 0, and one that isn't finite as 1. Parts
/// of the area outside the image count as transparent pixels; an empty area, which is the default, gives an empty
/// image. `outputImageMPS` and `outputImageNonMPS` are the same image. `outputData` holds its values, `count` times
/// red, green, blue and alpha as 32-bit floats; reading it renders the image in a context with default options. Source:
/// Apple's description of the filter.
class AreaLogarithmicHistogram: CIFilter, CIAreaLogarithmicHistogram {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaLogarithmicHistogram", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Counts how often exposures occur in an area.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect
    @CIInput(default: 1, min: 0, slider: 0...1, nonFinite: 1) var scale: Float
    @CIInput(default: 64, range: 1...2048, slider: 10...1000, type: kCIAttributeTypeScalar) var count: Int
    @CIInput(default: -10, slider: -12 ... -4, nonFinite: -10) var minimumStop: Float
    @CIInput(default: 4, slider: 0...8, nonFinite: 4) var maximumStop: Float

    /// Converts colours to stops as a share of their range. Comparisons with NaN are false.
    private static let kernel = CIColorKernel(
        """
        kernel vec4 stops(__sample s, float least, float part) {
            vec3 stop = (log2(s.rgb) - least) * part;
            return vec4(mix(vec3(-1.0), stop, greaterThan(s.rgb, vec3(0.0))), s.a);
        }
        """)

    override var outputKeys: [String] {
        [kCIOutputImageKey, ReductionOutput.dataKey, ReductionOutput.mpsKey, ReductionOutput.nonMPSKey]
    }

    override func value(forKey key: String) -> Any? {
        ReductionOutput.value(forKey: key, of: self) ?? super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let least = min(max(minimumStop, -1000), 1000)
        let most = min(max(maximumStop, -1000), 1000)
        let stops = Self.kernel.apply(to: inputImage, least, 1 / max(most - least, 1e-6))
        return stops.reduced(over: extent, filter: name) {
            $0.histogram(of: $1, bins: count, scale: Double(max(scale, 0)))
        }
    }
}

/// Inputs of the histogram over stops.
public protocol CIAreaLogarithmicHistogram: CIAreaReductionFilter {
    /// The sum of all bins of a component.
    var scale: Float { get set }
    /// Number of bins, from 1 to 2048.
    var count: Int { get set }
    /// The stop, a power of two, at which the first bin begins.
    var minimumStop: Float { get set }
    /// The stop at which the last bin ends.
    var maximumStop: Float { get set }
}

extension CIFilter {
    /// A filter that computes a histogram of an area over exposure stops.
    public class func areaLogarithmicHistogram() -> any CIFilter & CIAreaLogarithmicHistogram {
        registered(AreaLogarithmicHistogram())
    }
}

extension AreaLogarithmicHistogram: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("AreaLogarithmicHistogram extent=0,0,320,240 count=256 scale=10, HistogramDisplayFilter")
    }
}
