import CoreImageEssentials
import Foundation

/// A gradient of two colours along a line without a visible beginning and end: `mix(colour0, colour1, s² (3 − 2s))`
/// with `s = dot(p − p0, p1 − p0) / |p1 − p0|²`, clamped to 0…1.
///
/// Colours are mixed as premultiplied linear working-space values. The extent is infinite. Points that coincide give
/// colour 1 everywhere, as in the linear gradient. Source: Apple's documentation, which names an S-curve; its
/// polynomial is not published, and this is the usual one.
class SmoothLinearGradient: CIFilter, CISmoothLinearGradient {
    override class var registration: CIFilterRegistration {
        .init(
            "CISmoothLinearGradient", categories: [.gradient, .highDynamicRange, .video], kind: .generator,
            summary: "Makes a gradient of two colours along a line, eased at both ends.",
            status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput(default: CGPoint(x: 0, y: 0), nonFinite: .zero, name: "Point 0") var point0: CGPoint
    @CIInput(default: CGPoint(x: 200, y: 200), nonFinite: .zero, name: "Point 1") var point1: CGPoint
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), name: "Color 1") var color0: CIColor
    @CIInput(default: CIColor(red: 0, green: 0, blue: 0), name: "Color 2") var color1: CIColor

    private static let kernel = CIColorKernel(
        """
        kernel vec4 smoothLinearGradient(vec2 point0, vec2 direction, __color color0, __color color1) {
            return mix(color0, color1, smoothstep(0.0, 1.0, dot(destCoord() - point0, direction)));
        }
        """)

    override var outputImage: CIImage? {
        let (start, end) = (point0, point1)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        guard square.isNormal, Float(1 / square).isNormal else { return CIImage(color: color1) }
        return Self.kernel.apply(
            extent: .infinite, CIVector(cgPoint: start), CIVector(x: dx / square, y: dy / square), color0, color1)
    }
}

/// Inputs of the smooth linear gradient.
public protocol CISmoothLinearGradient: CIFilterProtocol {
    /// Where colour 0 ends, in working space.
    var point0: CGPoint { get set }
    /// Where colour 1 begins, in working space.
    var point1: CGPoint { get set }
    /// The colour at point 0.
    var color0: CIColor { get set }
    /// The colour at point 1.
    var color1: CIColor { get set }
}

extension CIFilter {
    /// A filter that makes a gradient of two colours along a line, eased at both ends.
    public class func smoothLinearGradient() -> any CIFilter & CISmoothLinearGradient {
        registered(SmoothLinearGradient())
    }
}
