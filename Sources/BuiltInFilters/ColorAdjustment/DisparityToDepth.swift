import CoreImageEssentials
import Foundation

/// Converts disparities to depths: `1 / disparity` for red, green and blue. Depth maps use red.
///
/// Computed on unpremultiplied linear working-space numbers, which may be negative; alpha is kept. Where the absolute
/// disparity is 0, below 10⁻³⁰ or NaN, as depth maps mark unknown values, the depth is 0, so no pixel becomes infinite.
/// Render maps without colour management, because their pixels are numbers. Source: the filter's public description.
class DisparityToDepth: CIFilter, CIDisparityToDepth {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDisparityToDepth", categories: [.colorAdjustment, .video], kind: .color,
            summary: "Turns a map of disparities into one of depths.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    override var outputImage: CIImage? { inputImage?.reciprocal }
}

/// Inputs of the conversion from disparity to depth.
public protocol CIDisparityToDepth: CIFilterProtocol {
    /// The map of disparities, per metre; the result is in metres.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that turns a disparity map into a depth map.
    public class func disparityToDepth() -> any CIFilter & CIDisparityToDepth { registered(DisparityToDepth()) }
}

extension DisparityToDepth: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("ExposureAdjust EV=3 image=companions/depth.png, DisparityToDepth") }
}
