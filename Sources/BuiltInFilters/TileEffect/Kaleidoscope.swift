import CoreImageEssentials
import Foundation

/// A wedge of the image, mirrored around a point until it fills the full turn.
///
/// With n = `count`, the wedge from the direction `angle` anticlockwise to `angle + π / n` is unchanged, and the other
/// 2n − 1 wedges are alternately its mirror images and its copies: the pixel at distance d in the direction `angle + t`
/// has the colour at distance d in the direction `angle + |t − k · 2π / n|`, where k is the whole number that brings it
/// nearest to 0. Bilinear sampling of premultiplied stored pixels, transparent outside the image.
///
/// The extent is the square around the circle through the image's farthest corner, including fractions of pixels. A
/// picture that Core Image made with three reflections and an angle of 0 has that extent, and agrees within 0.4 of 255
/// in the mean if its pixels are counted from the extent's upper left corner, as `createCGImage` does there. That an
/// angle turns the wedge and the mirrors alike is documented in words only.
///
/// The count is clamped to 1…65 536; an angle that isn't finite counts as 0.
class Kaleidoscope: CIFilter, CIKaleidoscope {
    override class var registration: CIFilterRegistration {
        .init(
            "CIKaleidoscope", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Mirrors a wedge of an image around a point.", status: .fitted(mean: 0.27, percentile99: 5))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 6, min: 1, slider: 1...64, type: kCIAttributeTypeScalar) var count: Int
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle) var angle: Float

    // Rotates by whole periods instead of computing directions, so that the wedge itself is kept to the bit.
    private static let kernel = CIWarpKernel(
        """
        kernel vec2 kaleidoscope(vec2 center, vec2 base, float period) {
            vec2 offset = destCoord() - center;
            vec2 p = vec2(dot(base, offset), base.x * offset.y - base.y * offset.x);
            vec2 turn = cossin(period * floor(atan(p.y, p.x) / period + 0.5));
            vec2 q = vec2(dot(turn, p), abs(turn.x * p.y - turn.y * p.x));
            return center + vec2(base.x * q.x - base.y * q.y, dot(base.yx, q));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let image = inputImage.extent
        if image.isNull || image.isEmpty { return .empty() }
        let (center, angle) = (center, CGFloat(remainder(angle, 2 * .pi)))
        let period = 2 * .pi / CGFloat(min(max(count, 1), 65_536))
        var (extent, wedge) = (CGRect.infinite, CGRect.infinite)
        if !image.isInfinite {
            var sector = AnnularSector(around: image, center: center)
            let reach = sector.distances.far
            extent = CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
            (sector.distances.near, sector.azimuths) = (0, (angle, angle + period / 2))
            wedge = sector.bounds
        }
        let folding = NonexpansiveMap(target: wedge) { point in
            let (x, y) = (point.x - center.x, point.y - center.y)
            let azimuth = angle + abs(remainder(atan2(y, x) - angle, period))
            return CGPoint(x: center.x + hypot(x, y) * cos(azimuth), y: center.y + hypot(x, y) * sin(azimuth))
        }
        return Self.kernel.apply(
            to: inputImage, extent: extent, region: CIKernelRegion { folding.source(of: $1) },
            CIVector(cgPoint: center), CIVector(x: cos(angle), y: sin(angle)), period)
    }
}

/// Inputs of the kaleidoscope.
public protocol CIKaleidoscope: CIFilterProtocol {
    /// The image that a wedge is taken from.
    var inputImage: CIImage? { get set }
    /// Number of pairs of a wedge and its mirror image, 1 or more.
    var count: Int { get set }
    /// The point that all wedges meet at, in working space.
    var center: CGPoint { get set }
    /// The direction in which the wedge begins, in radians, anticlockwise from the right.
    var angle: Float { get set }
}

extension CIFilter {
    /// A filter that mirrors a wedge of an image around a point.
    public class func kaleidoscope() -> any CIFilter & CIKaleidoscope { registered(Kaleidoscope()) }
}

extension Kaleidoscope: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120") }
}
