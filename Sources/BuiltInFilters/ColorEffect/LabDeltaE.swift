import CoreImageEssentials
import Foundation

/// The perceived difference of two images, pixel by pixel: the CIE 1994 colour difference, in which about 2 is just
/// noticeable.
///
/// `ΔE² = ΔL² + (ΔC / (1 + 0.045 C₁))² + (ΔH / (1 + 0.015 C₁))²` with the chroma `C = √(a² + b²)`,
/// `ΔH² = Δa² + Δb² − ΔC²`, and the weights for graphic arts. `C₁` is the chroma of the input image, which is the
/// reference, so the two images aren't interchangeable. L\*a\*b\* is that of unpremultiplied colours, relative to D50.
/// All three colour channels hold ΔE, at most 100, the documented maximum. They are multiplied by alpha, which is the
/// product of both images' alpha. The extent is the intersection of both extents. Sources: Apple's documentation of the
/// filter, which names the formula and its range; CIE 116-1995.
class LabDeltaE: CIFilter, CILabDeltaE {
    override class var registration: CIFilterRegistration {
        .init(
            "CILabDeltaE", displayName: "Lab ∆E", categories: [.colorEffect, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Computes how different two images look.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(name: "Image2") var image2: CIImage?

    private static let kernel = CIColorKernel(
        LabFunctions.source + """
            kernel vec4 labDeltaE(__sample image, __sample other) {
                vec4 c = unpremultiply(image);
                vec4 d = unpremultiply(other);
                vec3 reference = labFromLight(c.rgb);
                vec3 difference = labFromLight(d.rgb) - reference;
                float chroma = length(reference.yz);
                float chromaDifference = length(reference.yz + difference.yz) - chroma;
                float hueSquare = max(dot(difference.yz, difference.yz) - chromaDifference * chromaDifference, 0.0);
                float weighted = chromaDifference / (1.0 + 0.045 * chroma);
                float hueWeight = 1.0 + 0.015 * chroma;
                float square = difference.x * difference.x + weighted * weighted + hueSquare / (hueWeight * hueWeight);
                return vec4(vec3(min(sqrt(square), 100.0)), 1.0) * (c.a * d.a);
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage, let image2 else { return nil }
        return Self.kernel.apply(
            to: inputImage.inLinearLight, extent: inputImage.extent.intersection(image2.extent), image2.inLinearLight)
    }
}

/// Inputs of the colour difference.
public protocol CILabDeltaE: CIFilterProtocol {
    /// The reference.
    var inputImage: CIImage? { get set }
    /// The image that is compared with it.
    var image2: CIImage? { get set }
}

extension CIFilter {
    /// A filter that computes how different two images look.
    public class func labDeltaE() -> any CIFilter & CILabDeltaE { registered(LabDeltaE()) }
}

extension LabDeltaE: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("LabDeltaE, ExposureAdjust EV=-6") }
}
