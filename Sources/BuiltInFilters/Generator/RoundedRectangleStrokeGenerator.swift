import CoreImageEssentials
import Foundation

/// The outline of a rectangle with round corners, drawn inside it.
///
/// A pixel's share of the colour is its coverage by the rounded rectangle generator, minus the coverage by a rectangle
/// with edges `width` pixels further inside and a radius smaller by the same amount, in premultiplied linear
/// working-space values. A stroke of 3 pixels covers the first three rows, as was measured of Core Image. Strokes of
/// half the shorter side and more fill the rectangle.
///
/// The extent is the rectangle; one without area, or with coordinates that aren't finite, gives an empty image. An
/// infinite rectangle has no visible stroke. Radii and widths that are negative or aren't finite count as 0; a width of
/// 0 gives an empty image.
class RoundedRectangleStrokeGenerator: CIFilter, CIRoundedRectangleStrokeGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRoundedRectangleStrokeGenerator", categories: [.generator, .highDynamicRange], kind: .generator,
            summary: "Makes the outline of a rectangle with round corners.", status: .exact)
    }

    @CIInput(default: CGRect(x: 0, y: 0, width: 100, height: 100)) var extent: CGRect
    @CIInput(default: 10, min: 0, slider: 0...100, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, type: kCIAttributeTypeDistance) var smoothness: Float
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1)) var color: CIColor
    @CIInput(default: 10, min: 0, slider: 0...100, nonFinite: 0, type: kCIAttributeTypeDistance) var width: Float

    private static let kernel = CIColorKernel(
        RoundedRectangleOutline.function + """
            kernel vec4 roundedRectangleStroke(
                vec4 edges, float reach, float exponent, vec4 innerEdges, float innerReach, float innerExponent, __color color
            ) {
                float outer = covered(outlineDistance(edges, reach, exponent));
                return color * (outer - covered(outlineDistance(innerEdges, innerReach, innerExponent)));
            }
            """)

    override var outputImage: CIImage? {
        guard extent.hasDrawableArea, !extent.isInfinite, width > 0 else { return .empty() }
        let inner = extent.insetBy(dx: CGFloat(width), dy: CGFloat(width))
        guard inner.hasDrawableArea else {
            return RoundedRectangleOutline.filled(extent, radius: radius, smoothness: smoothness, color: color)
        }
        let outline = RoundedRectangleOutline(extent, radius: radius, smoothness: smoothness)
        let innerOutline = RoundedRectangleOutline(
            inner, radius: Float(outline.radius) - width, smoothness: smoothness)
        return Self.kernel.apply(
            extent: extent, outline.edges, outline.reach, outline.exponent, innerOutline.edges, innerOutline.reach,
            innerOutline.exponent, color)
    }
}

/// Inputs of the rounded rectangle stroke generator.
public protocol CIRoundedRectangleStrokeGenerator: CIFilterProtocol {
    /// The rectangle that the stroke lies in, in working space.
    var extent: CGRect { get set }
    /// Radius of the outer corners in pixels, 0 or more.
    var radius: Float { get set }
    /// How gradually the corners bend: from 0, circular, to 1.
    var smoothness: Float { get set }
    /// The stroke's colour.
    var color: CIColor { get set }
    /// The stroke's width in pixels, 0 or more.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that makes the outline of a rectangle with round corners.
    public class func roundedRectangleStrokeGenerator() -> any CIFilter & CIRoundedRectangleStrokeGenerator {
        registered(RoundedRectangleStrokeGenerator())
    }
}

extension RoundedRectangleStrokeGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("extent=60,50,200,140 radius=40 width=12 color=#ff8000") }
}
