import CoreImageEssentials
import Foundation

/// Gray from the smallest component: `(v, v, v, a)` with `v = min(r, g, b)`.
///
/// The minimum is the same for premultiplied and unpremultiplied linear working-space colour. Source: Core Image
/// Filter Reference.
class MinimumComponent: CIFilter, CIMinimumComponent {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMinimumComponent",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Makes a gray image of the smallest of red, green and blue.", status: .exact)
    }

    @CIInput var inputImage: CIImage?

    private static let kernel = CIColorKernel(
        """
        kernel vec4 minimumComponent(__sample s) { return vec4(vec3(min(s.r, min(s.g, s.b))), s.a); }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage])
    }
}

/// Inputs of the minimum component filter.
public protocol CIMinimumComponent: CIFilterProtocol {
    /// The image to make gray.
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    /// A filter that makes gray of the smallest component.
    public class func minimumComponent() -> any CIFilter & CIMinimumComponent { registered(MinimumComponent()) }
}
