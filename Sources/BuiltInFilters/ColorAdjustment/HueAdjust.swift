import CoreImageEssentials
import Foundation

/// Turns hues around the colour wheel, keeping luminance: a 3×3 matrix of the angle, the hue rotation of SVG's
/// `feColorMatrix` with the luminance weights (0.213, 0.715, 0.072).
///
/// The matrix is linear, so it acts alike on premultiplied and unpremultiplied working-space colour. Alpha is kept,
/// nothing is clamped. An angle that isn't finite counts as 0. Source: SVG 1.1, section 15.10, which matches Core Image
/// within 1.4 of 255.
class HueAdjust: CIFilter, CIHueAdjust {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHueAdjust",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Turns all hues around the colour wheel by an angle.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    var angle: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 hueAdjust(__sample s, vec3 red, vec3 green, vec3 blue) {
            return vec4(dot(s.rgb, red), dot(s.rgb, green), dot(s.rgb, blue), s.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage] + Self.rows(of: angle))
    }

    /// The matrix, row by row: `luminance + cos · (identity − luminance) + sin · turn`.
    private static func rows(of angle: Float) -> [CIVector] {
        let angle = CGFloat(angle)
        let (c, s) = (cos(angle), sin(angle))
        let weights: [CGFloat] = [0.213, 0.715, 0.072]
        let turn: [[CGFloat]] = [[-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072]]
        return (0..<3).map { row in
            let entries = (0..<3).map { column in
                weights[column] + c * ((row == column ? 1 : 0) - weights[column]) + s * turn[row][column]
            }
            return CIVector(x: entries[0], y: entries[1], z: entries[2])
        }
    }
}

/// Inputs of the hue adjustment.
public protocol CIHueAdjust: CIFilterProtocol {
    /// The image to adjust.
    var inputImage: CIImage? { get set }
    /// The angle in radians; a full turn changes nothing.
    var angle: Float { get set }
}

extension CIFilter {
    /// A filter that turns hues by an angle.
    public class func hueAdjust() -> any CIFilter & CIHueAdjust { registered(HueAdjust()) }
}

extension HueAdjust: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("angle=2") }
}
