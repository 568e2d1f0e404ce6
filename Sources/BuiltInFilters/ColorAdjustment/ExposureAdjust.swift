import CoreImageEssentials
import Foundation

/// Multiplies light by a power of two, like opening a lens by a number of stops: `rgb · 2^EV`.
///
/// The factor is the same for premultiplied and unpremultiplied linear working-space colour. Alpha is kept, and nothing
/// is clamped. An EV of NaN counts as 0. EV is clamped to ±100, so that every result stays finite. Source: Core Image
/// Filter Reference.
class ExposureAdjust: CIFilter, CIExposureAdjust {
    override class var registration: CIFilterRegistration {
        .init(
            "CIExposureAdjust",
            categories: [
                .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable,
            ],
            kind: .color, summary: "Makes an image brighter or darker by a number of exposure stops.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputEV", default: 0, slider: -10...10, identity: 0) var ev: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 exposure(__sample s, float gain) { return vec4(s.rgb * gain, s.a); }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let stops = min(max(ev.isNaN ? 0 : ev, -100), 100)
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage, exp2(stops)])
    }
}

/// Inputs of the exposure adjustment.
public protocol CIExposureAdjust: CIFilterProtocol {
    /// The image to adjust.
    var inputImage: CIImage? { get set }
    /// Stops by which the image gets brighter; negative numbers make it darker, 0 changes nothing.
    var ev: Float { get set }
}

extension CIExposureAdjust {
    /// The same as `ev`, in the spelling of the key.
    public var EV: Float {
        get { ev }
        set { ev = newValue }
    }
}

extension CIFilter {
    /// A filter that changes exposure by a number of stops.
    public class func exposureAdjust() -> any CIFilter & CIExposureAdjust { registered(ExposureAdjust()) }
}

extension ExposureAdjust: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("EV=-1.5", "EV=1.5") }
}
