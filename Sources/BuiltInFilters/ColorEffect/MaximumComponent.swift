import CoreImageEssentials
import Foundation

/// Gray from the largest component: `(v, v, v, a)` with `v = max(r, g, b)`.
///
/// The maximum is the same for premultiplied and unpremultiplied linear working-space colour. Source: Core Image Filter
/// Reference.
class MaximumComponent: CIFilter, CIMaximumComponent {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMaximumComponent",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Makes a gray image of the largest of red, green and blue.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 maximumComponent(__sample s) { return vec4(vec3(max(s.r, max(s.g, s.b))), s.a); }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage])
    }
}

/// Inputs of the maximum component filter.
public protocol CIMaximumComponent: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that makes gray of the largest component.
    public class func maximumComponent() -> any CIFilter & CIMaximumComponent { registered(MaximumComponent()) }
}
