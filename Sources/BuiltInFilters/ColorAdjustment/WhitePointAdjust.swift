import CoreImageEssentials
import Foundation

/// Multiplies colour by the colour that white is to become: `rgb · color`, both linear working-space values; alpha is
/// kept, nothing is clamped.
///
/// The colour's alpha is ignored. Source: compared with a picture that Core Image made.
class WhitePointAdjust: CIFilter, CIWhitePointAdjust {
    override class var registration: CIFilterRegistration {
        .init(
            "CIWhitePointAdjust",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Multiplies colours so that white becomes a given colour.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: white, identity: white) var color: CIColor

    private static let white = CIColor(red: 1, green: 1, blue: 1)

    private static let kernel = CIColorKernel(
        """
        kernel vec4 whitePoint(__sample s, __color white) {
            return vec4(s.rgb * white.rgb, s.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let opaque = CIColor(storing: color.red, color.green, color.blue, 1, in: color.colorSpace)
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage, opaque])
    }
}

/// Inputs of the white point adjustment.
public protocol CIWhitePointAdjust: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// The colour that white becomes.
    var color: CIColor { get set }
}

extension CIFilter {
    /// A filter that maps white to another colour.
    public class func whitePointAdjust() -> any CIFilter & CIWhitePointAdjust { registered(WhitePointAdjust()) }
}

extension WhitePointAdjust: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("color=#ffd59e") }
}
