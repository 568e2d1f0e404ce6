import CoreImageEssentials
import Foundation

/// A smooth dome over each white part of a mask, zero outside and at its edge: a height field for `CIShadedMaterial`.
///
/// With m the mask's luminance (Rec. 709 weights of premultiplied linear working-space colour, clamped to 0…1; 0
/// outside the image) and `G(σ)` a Gaussian blur of standard deviation σ pixels, the filter starts from `u = m` and
/// repeats `u ← m · G(σ)(u)` for σ = radius, radius / 2, radius / 4, … down to the last one that is at least 1. The
/// result is an opaque grey of value u in the mask's extent. The first steps make the dome, the last ones its slope at
/// the edge. A radius below 1, or one that isn't finite, returns the mask; the maximum radius is 100 000.
///
/// The rule is fitted to a published render of Core Image (radius 25, iOS 13.3), which it reproduces to 0.3/255 on
/// average and 1/255 in 99 of 100 pixels.
class HeightFieldFromMask: CIFilter, CIHeightFieldFromMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHeightFieldFromMask", categories: [.stylize, .video], kind: .general,
            summary: "Makes a smooth height field inside a mask.", status: .fitted(mean: 0.03, percentile99: 1))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 10, min: 0, slider: 0...300, identity: 10, nonFinite: 0, type: kCIAttributeTypeDistance)
    var radius: Float

    private static let mask = CIColorKernel(
        """
        kernel vec4 mask(__sample image) {
            return vec4(vec3(clamp(dot(image.rgb, vec3(0.2126, 0.7152, 0.0722)), 0.0, 1.0)), 1.0);
        }
        """)

    private static let product = CIColorKernel(
        "kernel vec4 product(__sample mask, __sample height) { return vec4(mask.rgb * height.rgb, 1.0); }")

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let mask = Self.mask.apply(to: inputImage)
        var height = mask
        var sigma = min(Double(radius), 100_000)
        while sigma >= 1 {
            height = Self.product.apply(to: mask, CIImage(node: height.node.gaussianBlurred(sigma: sigma)))
            sigma /= 2
        }
        return height
    }
}

/// Inputs of the height field.
public protocol CIHeightFieldFromMask: CIFilterProtocol {
    /// The mask: white inside, black outside.
    var inputImage: CIImage? { get set }
    /// Standard deviation of the widest blur in pixels: how far the dome rises from the mask's edge.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that makes a smooth height field inside a mask.
    public class func heightFieldFromMask() -> any CIFilter & CIHeightFieldFromMask {
        registered(HeightFieldFromMask())
    }
}

extension HeightFieldFromMask: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("image=companions/mask.png radius=30") }
}
