import CoreImageEssentials
import Foundation

/// A polynomial of second degree in all three components: each new component is
/// `k₀ r + k₁ g + k₂ b + k₃ r² + k₄ g² + k₅ b² + k₆ rg + k₇ gb + k₈ br + k₉`, with ten coefficients k for each
/// component.
///
/// Computed on unpremultiplied linear working-space colour; alpha is kept, nothing is clamped. Vectors with fewer than
/// ten numbers are filled with zeros, and numbers that aren't finite count as 0. Source: Core Image Filter Reference.
class ColorCrossPolynomial: CIFilter, CIColorCrossPolynomial {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorCrossPolynomial",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Replaces each component with a quadratic polynomial of all three.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: red, identity: red) var redCoefficients: CIVector
    @CIInput(default: green, identity: green) var greenCoefficients: CIVector
    @CIInput(default: blue, identity: blue) var blueCoefficients: CIVector

    private static let red = unit(0)
    private static let green = unit(1)
    private static let blue = unit(2)

    private static func unit(_ index: Int) -> CIVector {
        CIVector(values: (0..<10).map { $0 == index ? 1 : 0 }, count: 10)
    }

    private static let kernel = CIColorKernel(
        """
        kernel vec4 crossPolynomial(
            __sample image, vec3 redLinear, vec3 redSquare, vec4 redCross, vec3 greenLinear, vec3 greenSquare,
            vec4 greenCross, vec3 blueLinear, vec3 blueSquare, vec4 blueCross
        ) {
            vec4 c = unpremultiply(image);
            vec3 square = c.rgb * c.rgb;
            vec4 cross = vec4(c.rgb * c.gbr, 1.0);
            return premultiply(vec4(
                dot(c.rgb, redLinear) + dot(square, redSquare) + dot(cross, redCross),
                dot(c.rgb, greenLinear) + dot(square, greenSquare) + dot(cross, greenCross),
                dot(c.rgb, blueLinear) + dot(square, blueSquare) + dot(cross, blueCross), c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (red, green, blue) = (
            Self.parts(of: redCoefficients), Self.parts(of: greenCoefficients), Self.parts(of: blueCoefficients)
        )
        return Self.kernel.apply(
            to: inputImage, red[0], red[1], red[2], green[0], green[1], green[2], blue[0], blue[1], blue[2])
    }

    /// Returns the factors of the components, of their squares, and of their products and 1.
    private static func parts(of vector: CIVector) -> [CIVector] {
        let numbers = (0..<10).map { $0 < vector.count ? vector.value(at: $0).finite(or: 0) : 0 }
        return [0..<3, 3..<6, 6..<10].map { CIVector(values: Array(numbers[$0]), count: $0.count) }
    }
}

/// Inputs of the cross polynomial. Each vector holds the coefficients of r, g, b, r², g², b², rg, gb, br and 1.
public protocol CIColorCrossPolynomial: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Coefficients for red.
    var redCoefficients: CIVector { get set }
    /// Coefficients for green.
    var greenCoefficients: CIVector { get set }
    /// Coefficients for blue.
    var blueCoefficients: CIVector { get set }
}

extension CIFilter {
    /// A filter that replaces components with quadratic polynomials of all three.
    public class func colorCrossPolynomial() -> any CIFilter & CIColorCrossPolynomial {
        registered(ColorCrossPolynomial())
    }
}

extension ColorCrossPolynomial: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init(
            "redCoefficients=0,1,0,0,0,0,0,0,0,0 greenCoefficients=0,0,1,0,0,0,0,0,0,0 "
                + "blueCoefficients=0,0,0,0,0,0,1.5,0,0,0")
    }
}
