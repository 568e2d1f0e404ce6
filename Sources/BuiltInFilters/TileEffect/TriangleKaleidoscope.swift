import CoreImageEssentials
import Foundation

/// A triangle of the image between three mirrors, repeated over the plane and darker with every reflection.
///
/// The triangle is equilateral, with sides of `size` pixels around `point`. One corner is above the point, and the
/// triangle is turned anticlockwise by `rotation`. Every pixel has the colour of the point of the triangle that it is a
/// mirror image of, times `decay^n`, where n is the number of reflections: the number of mirrors, or mirror images of
/// mirrors, between pixel and triangle. Alpha isn't reduced, so the picture fades to black. Mirrors and fading are
/// documented; how fast it fades, and the direction of a rotation of 0, are ours.
///
/// Bilinear sampling of premultiplied stored pixels, transparent where the triangle extends beyond the image. The
/// extent is infinite. Sizes are clamped to 1…100 000, decays to 0…1; numbers that aren't finite count as the defaults.
class TriangleKaleidoscope: CIFilter, CITriangleKaleidoscope {
    override class var registration: CIFilterRegistration {
        .init(
            "CITriangleKaleidoscope", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Shows a triangle of an image between three mirrors.", status: .fitted(mean: 0.01, percentile99: 0)
        )
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var point: CGPoint
    @CIInput(default: 700, slider: 0...1000, nonFinite: 700) var size: Float
    @CIInput(default: 5.924285296593801, slider: 0...2 * .pi, nonFinite: 5.924285, type: kCIAttributeTypeAngle)
    var rotation: Float
    @CIInput(default: 0.85, slider: 0...1, nonFinite: 0.85) var decay: Float

    private static let mirrors = CIWarpKernel(
        MirrorTriangle.functions + """
            kernel vec2 mirrors(vec2 point, vec4 rows, vec4 sides) {
                vec2 s = foldedShares(triangleShares(rows, destCoord() - point)) - 1.0 / 3.0;
                return point + s.x * sides.xy + s.y * sides.zw;
            }
            """)

    /// The number of mirror lines crossed is the number of integers between a point's shares and those of the triangle.
    private static let fading = CIColorKernel(
        MirrorTriangle.functions + """
            kernel vec4 fading(__sample image, vec2 point, vec4 rows, float rate) {
                vec2 s = triangleShares(rows, destCoord() - point);
                vec3 lines = abs(floor(vec3(s, 1.0 - s.x - s.y)));
                return vec4(image.rgb * exp2(rate * (lines.x + lines.y + lines.z)), image.a);
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        if inputImage.extent.isNull || inputImage.extent.isEmpty { return .empty() }
        let point = CIVector(cgPoint: point)
        let size = CGFloat(min(max(size, 1), 100_000))
        let rotation = CGFloat(remainder(rotation, 2 * .pi))
        let triangle = MirrorTriangle(center: point.cgPointValue, side: size, rotation: rotation)
        let folding = triangle.folding
        let mirrored = Self.mirrors.apply(
            to: inputImage, extent: .infinite, region: CIKernelRegion { folding.source(of: $1) }, point,
            triangle.rowsVector, triangle.sidesVector)
        let decay = min(max(decay, 0), 1)
        if decay == 1 { return mirrored }
        // A decay of 0 is passed as 2^−10000: unreflected light stays 1, reflected light becomes 0.
        return Self.fading.apply(to: mirrored, point, triangle.rowsVector, decay > 0 ? log2(decay) : -10_000)
    }
}

/// Inputs of the triangle kaleidoscope.
public protocol CITriangleKaleidoscope: CIFilterProtocol {
    /// The image that a triangle is taken from.
    var inputImage: CIImage? { get set }
    /// The middle of the triangle, in working space.
    var point: CGPoint { get set }
    /// Length of the triangle's sides, in pixels.
    var size: Float { get set }
    /// Angle by which the triangle is turned, in radians, positive anticlockwise.
    var rotation: Float { get set }
    /// The part of the light that a reflection leaves, from 0 to 1.
    var decay: Float { get set }
}

extension CIFilter {
    /// A filter that shows a triangle of an image between three mirrors.
    public class func triangleKaleidoscope() -> any CIFilter & CITriangleKaleidoscope {
        registered(TriangleKaleidoscope())
    }
}

extension TriangleKaleidoscope: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("point=160,110 size=110 rotation=0.2") }
}
