import CoreImageEssentials
import Foundation

/// Multiplies colour by a 4×4 matrix and adds a bias: with s the unpremultiplied linear working-space colour,
/// `(dot(s, R), dot(s, G), dot(s, B), dot(s, A)) + bias`, premultiplied again by the new alpha.
///
/// Nothing is clamped. The extent is the image's, even if the bias makes transparent pixels visible. Vectors with fewer
/// than four numbers are filled with zeros, and numbers that aren't finite count as 0. Source: Core Image Filter
/// Reference.
class ColorMatrix: CIFilter, CIColorMatrix {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorMatrix",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Makes each component a weighted sum of all four components plus a bias.",
            status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputRVector", default: red, identity: red, name: "Red Vector") var rVector: CIVector
    @CIInput("inputGVector", default: green, identity: green, name: "Green Vector") var gVector: CIVector
    @CIInput("inputBVector", default: blue, identity: blue, name: "Blue Vector") var bVector: CIVector
    @CIInput("inputAVector", default: alpha, identity: alpha, name: "Alpha Vector") var aVector: CIVector
    @CIInput(default: zero, identity: zero) var biasVector: CIVector

    private static let red = CIVector(x: 1, y: 0, z: 0, w: 0)
    private static let green = CIVector(x: 0, y: 1, z: 0, w: 0)
    private static let blue = CIVector(x: 0, y: 0, z: 1, w: 0)
    private static let alpha = CIVector(x: 0, y: 0, z: 0, w: 1)
    private static let zero = CIVector(x: 0, y: 0, z: 0, w: 0)

    private static let kernel = CIColorKernel(
        """
        kernel vec4 colorMatrix(__sample image, vec4 red, vec4 green, vec4 blue, vec4 alpha, vec4 bias) {
            vec4 s = unpremultiply(image);
            return premultiply(vec4(dot(s, red), dot(s, green), dot(s, blue), dot(s, alpha)) + bias);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let vectors = [rVector, gVector, bVector, aVector, biasVector].map { $0.four(or: 0) }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage] + vectors)
    }
}

/// Inputs of the colour matrix. Each vector weights (red, green, blue, alpha) of the source.
public protocol CIColorMatrix: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Weights for the new red.
    var rVector: CIVector { get set }
    /// Weights for the new green.
    var gVector: CIVector { get set }
    /// Weights for the new blue.
    var bVector: CIVector { get set }
    /// Weights for the new alpha.
    var aVector: CIVector { get set }
    /// The constants added to the weighted sums.
    var biasVector: CIVector { get set }
}

extension CIColorMatrix {
    /// The same as `rVector`, in the spelling of the key.
    public var RVector: CIVector {
        get { rVector }
        set { rVector = newValue }
    }
    /// The same as `gVector`, in the spelling of the key.
    public var GVector: CIVector {
        get { gVector }
        set { gVector = newValue }
    }
    /// The same as `bVector`, in the spelling of the key.
    public var BVector: CIVector {
        get { bVector }
        set { bVector = newValue }
    }
    /// The same as `aVector`, in the spelling of the key.
    public var AVector: CIVector {
        get { aVector }
        set { aVector = newValue }
    }
}

extension CIFilter {
    /// A filter that multiplies colour by a matrix.
    public class func colorMatrix() -> any CIFilter & CIColorMatrix { registered(ColorMatrix()) }
}

extension ColorMatrix: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("rVector=0,1,0,0 gVector=1,0,0,0", "rVector=-1,0,0 gVector=0,-1,0 bVector=0,0,-1 biasVector=1,1,1")
    }
}
