import CoreImageEssentials
import Foundation

/// A cubic polynomial for each component: `k₀ + k₁ c + k₂ c² + k₃ c³` for red, green, blue and alpha of
/// unpremultiplied linear working-space colour, premultiplied again by the new alpha; nothing is clamped.
///
/// The image's extent stays. Vectors with fewer than four numbers are filled with zeros, and numbers that aren't
/// finite count as 0. Source: Core Image Filter Reference.
class ColorPolynomial: CIFilter, CIColorPolynomial {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorPolynomial",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Replaces each component with a cubic polynomial of it.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: unchanged, identity: unchanged) var redCoefficients: CIVector
    @CIInput(default: unchanged, identity: unchanged) var greenCoefficients: CIVector
    @CIInput(default: unchanged, identity: unchanged) var blueCoefficients: CIVector
    @CIInput(default: unchanged, identity: unchanged) var alphaCoefficients: CIVector

    private static let unchanged = CIVector(x: 0, y: 1, z: 0, w: 0)

    private static let kernel = CIColorKernel(
        """
        kernel vec4 colorPolynomial(__sample image, vec4 red, vec4 green, vec4 blue, vec4 alpha) {
            vec4 s = unpremultiply(image);
            return premultiply(vec4(
                dot(red, vec4(1.0, s.r, s.r * s.r, s.r * s.r * s.r)), dot(green, vec4(1.0, s.g, s.g * s.g, s.g * s.g * s.g)),
                dot(blue, vec4(1.0, s.b, s.b * s.b, s.b * s.b * s.b)), dot(alpha, vec4(1.0, s.a, s.a * s.a, s.a * s.a * s.a))));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(
            extent: inputImage.extent,
            arguments: [
                inputImage, redCoefficients.four(or: 0), greenCoefficients.four(or: 0), blueCoefficients.four(or: 0),
                alphaCoefficients.four(or: 0),
            ])
    }
}

/// Inputs of the colour polynomial. Each vector holds the coefficients of 1, c, c² and c³.
public protocol CIColorPolynomial: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Coefficients for red.
    var redCoefficients: CIVector { get set }
    /// Coefficients for green.
    var greenCoefficients: CIVector { get set }
    /// Coefficients for blue.
    var blueCoefficients: CIVector { get set }
    /// Coefficients for alpha.
    var alphaCoefficients: CIVector { get set }
}

extension CIFilter {
    /// A filter that replaces components with polynomials.
    public class func colorPolynomial() -> any CIFilter & CIColorPolynomial { registered(ColorPolynomial()) }
}

extension ColorPolynomial: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init(
            "redCoefficients=0,2.5,-1.5,0 greenCoefficients=0.1,0.6,0.3,0 "
                + "blueCoefficients=0.2,0.5,0.2,0")
    }
}
