import CoreImageEssentials
import Foundation

/// An image wrapped round a circle, like a panorama round a planet.
///
/// The image's width goes once round: its middle is above the centre, turned anticlockwise by `angle`, and from left to
/// right it runs clockwise, so that it is upright there. Its lower edge lies on the circle with radius R, and the
/// distance between rows is kept: row y of an image that starts at `bottom` is at `R + y − bottom` from the centre. The
/// inside of the circle and the area beyond the upper edge are transparent; both rims are anti-aliased. No formula is
/// published; this one is ours. Bilinear sampling of premultiplied stored pixels. The extent is the square around the
/// outer rim. Radii below 0, and ones that aren't finite, count as 0, and an angle that isn't finite as 0. An infinite
/// image is refused.
class CircularWrap: CIFilter, CICircularWrap {
    override class var registration: CIFilterRegistration {
        .init(
            "CICircularWrap", displayName: "Circular Wrap Distortion",
            categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Wraps an image round a circle.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 150, min: 0, slider: 0...600, nonFinite: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle) var angle: Float

    private static let wrap = CIWarpKernel(
        """
        kernel vec2 circularWrap(vec2 center, float radius, vec2 corner, float width, float turns) {
            vec2 offset = destCoord() - center;
            float part = fract(turns - atan(offset.y, offset.x) * 0.15915494);
            return corner + vec2(width * part, length(offset) - radius);
        }
        """)

    private static let ring = CIColorKernel(
        """
        kernel vec4 ring(__sample s, vec2 center, float inner, float outer) {
            float distance = length(destCoord() - center);
            return s * clamp(distance - inner + 0.5, 0.0, 1.0) * clamp(outer - distance + 0.5, 0.0, 1.0);
        }
        """)

    override var outputImage: CIImage? {
        inputImage?.withEdges(for: name) { image in
            let (center, radius) = (center, max(radius, 0))
            let angle = CGFloat(remainder(angle, 2 * .pi))
            let (extent, inner) = (image.extent, CGFloat(radius))
            let outer = inner + extent.height
            // In turns clockwise from the bottom, where the image's left and right edges meet.
            let turns = 0.75 + angle / (2 * .pi)
            let region = CIKernelRegion { _, rect in
                if rect.isInfinite || rect.isNull { return extent }
                let sector = AnnularSector(around: rect, center: center)
                let margin = 1e-4
                var first = turns - sector.azimuths.end / (2 * .pi) - margin
                var last = turns - sector.azimuths.start / (2 * .pi) + margin
                let whole = first.rounded(.down)
                (first, last) = last - whole >= 1 ? (0, 1) : (first - whole, last - whole)
                return CGRect(
                    x: extent.minX + first * extent.width, y: extent.minY + sector.distances.near - inner - 0.125,
                    width: (last - first) * extent.width, height: sector.distances.far - sector.distances.near + 0.25)
            }
            let reach = outer + 0.5
            let square = CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
            // Edge pixels are blended by the ring mask, not here.
            let wrapped = Self.wrap.apply(
                to: image.clampedToExtent(), extent: square, region: region, CIVector(cgPoint: center), radius,
                CIVector(cgPoint: extent.origin), extent.width, turns)
            return Self.ring.apply(to: wrapped, CIVector(cgPoint: center), radius, outer)
        }
    }
}

/// Inputs of the circular wrap.
public protocol CICircularWrap: CIFilterProtocol {
    /// The image to wrap.
    var inputImage: CIImage? { get set }
    /// The circle's centre, in working space.
    var center: CGPoint { get set }
    /// The circle's radius in pixels, 0 or more.
    var radius: Float { get set }
    /// Angle by which the wrapped image is turned, in radians, positive anticlockwise.
    var angle: Float { get set }
}

extension CIFilter {
    /// A filter that wraps an image round a circle.
    public class func circularWrap() -> any CIFilter & CICircularWrap { registered(CircularWrap()) }
}
