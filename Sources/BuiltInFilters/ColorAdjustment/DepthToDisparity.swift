import CoreImageEssentials
import Foundation

/// Converts depths to disparities: `1 / depth` for red, green and blue. Depth maps use red.
///
/// Computed on unpremultiplied linear working-space numbers, which may be negative; alpha is kept. Where the absolute
/// depth is 0, below 10⁻³⁰ or NaN, as depth maps mark unknown values, the disparity is 0, so no pixel becomes infinite.
/// Render maps without colour management, because their pixels are numbers. Source: the filter's public description.
class DepthToDisparity: CIFilter, CIDepthToDisparity {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDepthToDisparity", categories: [.colorAdjustment, .video], kind: .color,
            summary: "Turns a map of depths into one of disparities.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    override var outputImage: CIImage? { inputImage?.reciprocal }
}

/// Inputs of the conversion from depth to disparity.
public protocol CIDepthToDisparity: CIFilterProtocol {
    /// The map of depths, in metres; the result is per metre.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that turns a depth map into a disparity map.
    public class func depthToDisparity() -> any CIFilter & CIDepthToDisparity { registered(DepthToDisparity()) }
}

extension DepthToDisparity: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("ExposureAdjust EV=3 image=companions/depth.png, DepthToDisparity") }
}
