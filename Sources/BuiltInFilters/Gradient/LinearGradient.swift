import CoreImageEssentials
import Foundation

/// A gradient of two colours along a line: colour 0 up to point 0, colour 1 from point 1 on, and between them
/// `mix(colour0, colour1, t)` with `t = dot(p − p0, p1 − p0) / |p1 − p0|²`.
///
/// Colours are mixed as premultiplied linear working-space values. The extent is infinite. Points that coincide give
/// colour 1 everywhere, as in SVG.
/// Source: Core Image Filter Reference.
class LinearGradient: CIFilter, CILinearGradient {
    override class var registration: CIFilterRegistration {
        .init(
            "CILinearGradient", categories: [.gradient, .highDynamicRange, .video], kind: .generator,
            summary: "Makes a gradient of two colours along a line.", status: .exact)
    }

    @CIInput(default: CGPoint(x: 0, y: 0), nonFinite: .zero, name: "Point 0") var point0: CGPoint
    @CIInput(default: CGPoint(x: 200, y: 200), nonFinite: .zero, name: "Point 1") var point1: CGPoint
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), name: "Color 1") var color0: CIColor
    @CIInput(default: CIColor(red: 0, green: 0, blue: 0), name: "Color 2") var color1: CIColor

    private static let kernel = CIColorKernel(
        """
        kernel vec4 linearGradient(vec2 point0, vec2 direction, __color color0, __color color1) {
            return mix(color0, color1, clamp(dot(destCoord() - point0, direction), 0.0, 1.0));
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

/// Inputs of the linear gradient.
public protocol CILinearGradient: CIFilterProtocol {
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
    /// A filter that makes a gradient of two colours along a line.
    public class func linearGradient() -> any CIFilter & CILinearGradient { registered(LinearGradient()) }
}
