import CoreImageEssentials
import Foundation

/// A lozenge of glass laid on the image: a rod with round ends.
///
/// The lozenge consists of all points nearer than R to the line between two points. `LensSurface` refracts light with
/// the offset from the line's nearest point: on the line the image is magnified across it by the refractive index, at
/// the rim it isn't moved, and outside it is unchanged. No formula is published; this one is Snell's law. Bilinear
/// sampling of premultiplied stored pixels, transparent outside the image. The extent grows where the lozenge shows a
/// part of the image beside it. A radius of 0, a refraction of 1, and values that aren't finite change nothing; equal
/// points make a lens. Refractions are clamped to 1/16…1000.
class GlassLozenge: CIFilter, CIGlassLozenge {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGlassLozenge", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Shows an image through a rod of glass with round ends.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var point0: CGPoint
    @CIInput(default: CGPoint(x: 350, y: 150), nonFinite: .zero) var point1: CGPoint
    @CIInput(default: 100, min: 0, slider: 0...1000, identity: 100, nonFinite: 0, type: kCIAttributeTypeDistance)
    var radius: Float
    @CIInput(default: 1.7, min: 0, slider: 0...5, identity: 1) var refraction: Float

    private static let kernel = CIWarpKernel(
        """
        \(LensSurface.kernelSource)
        kernel vec2 glassLozenge(vec2 start, vec2 line, vec2 along, float radius, float index) {
            vec2 p = destCoord() - start;
            vec2 nearest = line * clamp(dot(p, along), 0.0, 1.0);
            vec2 offset = p - nearest;
            float part = length(offset) / radius;
            vec2 seen = start + nearest + offset * (refracted(part, index) / max(part, 0.000001));
            return part < 1.0 ? seen : destCoord();
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (start, end) = (point0, point1)
        let lens = LensSurface(refraction: refraction)
        guard radius > 0.01, !lens.isFlat else { return inputImage }
        let axis = LozengeAxis(start: start, end: end)
        let reach = CGFloat(radius)
        let region = CIKernelRegion { _, rect in
            if rect.isInfinite || rect.isNull { return rect }
            let near = axis.nearest(to: rect)
            let distances = LozengeAxis.distances(from: near, to: rect)
            if distances.near >= reach { return rect }
            if lens.index < 1 {
                let seen = reach * lens.farthest
                return rect.safeUnion(near.insetBy(dx: -seen, dy: -seen))
            }
            // Every point reads a place between itself and the axis. Points nearer to the axis read places nearer to
            // it.
            let part = distances.near / reach
            let factor = part > 1e-6 ? lens.refracted(part) / part : 1 / lens.index
            return LozengeAxis.between(near, rect, from: factor)
        }
        let line = CGPoint(x: end.x - start.x, y: end.y - start.y)
        let square = line.x * line.x + line.y * line.y
        let along = square > 0 ? CIVector(x: line.x / square, y: line.y / square) : CIVector(x: 0, y: 0)
        let box = axis.bounds.insetBy(dx: -reach, dy: -reach)
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.grown(into: box, by: reach * lens.displacement), region: region,
            CIVector(cgPoint: start), CIVector(cgPoint: line), along, radius, lens.index)
    }
}

/// Inputs of the glass lozenge.
public protocol CIGlassLozenge: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The centre of one of the round ends, in working space.
    var point0: CGPoint { get set }
    /// The centre of the other end, in working space.
    var point1: CGPoint { get set }
    /// Half of the lozenge's width, and the radius of its ends, in pixels, 0 or more.
    var radius: Float { get set }
    /// The refractive index of the glass: 1 for air, about 1.5 for window panes.
    var refraction: Float { get set }
}

extension CIFilter {
    /// A filter that shows an image through a rod of glass with round ends.
    public class func glassLozenge() -> any CIFilter & CIGlassLozenge { registered(GlassLozenge()) }
}

extension GlassLozenge: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("point0=90,120 point1=230,120 radius=70") }
}
