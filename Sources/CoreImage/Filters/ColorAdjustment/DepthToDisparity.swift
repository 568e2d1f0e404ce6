import Foundation

/// Turns distances into disparities: `1 / depth` for red, green and blue, of which depth maps use the first.
///
/// On unpremultiplied linear working-space numbers, negative ones too; alpha is kept. Where the depth is 0, below 10⁻³⁰
/// or not a number, which depth maps hold where nothing is known, the disparity is 0, so that no pixel becomes
/// infinite. Render maps without colour management, as their pixels are numbers. Source: the filter's public
/// description.
final class DepthToDisparity: CIFilter, CIDepthToDisparity {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDepthToDisparity", categories: [.colorAdjustment, .video], kind: .color,
            summary: "Turns a map of depths into one of disparities.")
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 depthToDisparity(__sample image) {
            vec4 c = unpremultiply(image);
            return premultiply(vec4(compare(1.0e-30 - abs(c.rgb), 1.0 / c.rgb, vec3(0.0)), c.a));
        }
        """)

    override var result: CIImage? { inputImage.map { Self.kernel.apply(to: $0) } }
}

/// Inputs of the conversion from depth to disparity.
public protocol CIDepthToDisparity: CIFilterProtocol {
    /// The map of depths, in metres; the result is per metre.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that turns a depth map into a disparity map.
    public class func depthToDisparity() -> any CIFilter & CIDepthToDisparity { DepthToDisparity() }
}
