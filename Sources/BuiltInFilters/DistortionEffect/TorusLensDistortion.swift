import CoreImageEssentials
import Foundation

/// A ring of glass laid on the image.
///
/// The ring is half a torus with its flat side down: its outer radius is R, and its tube is `width` wide, so the tube's
/// axis is a circle of radius `R − width / 2`. `LensSurface` refracts the light: on the axis the image is magnified
/// across the tube by the refractive index, at both rims it isn't moved, and inside and outside the ring it is
/// unchanged. No formula is published; this one is Snell's law. Bilinear sampling of premultiplied stored pixels,
/// transparent outside the image. The extent grows where the ring shows a part of the image beside it. Widths above the
/// radius count as the radius, which closes the hole. A radius or a width of 0, a refraction of 1, and values that
/// aren't finite change nothing. Refractions are clamped to 1/16…1000.
class TorusLensDistortion: CIFilter, CITorusLensDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CITorusLensDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Shows an image through a ring of glass.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 160, min: 0, slider: 0...500, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance)
    var radius: Float
    @CIInput(default: 80, min: 0, slider: 0...200, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance)
    var width: Float
    @CIInput(default: 1.7, min: 0, slider: 0...5, identity: 1) var refraction: Float

    private static let kernel = CIWarpKernel(
        """
        \(LensSurface.kernelSource)
        kernel vec2 torusLens(vec2 center, float axis, float tube, float index) {
            vec2 offset = destCoord() - center;
            float distance = length(offset);
            float across = (distance - axis) / tube;
            float seen = axis + tube * sign(across) * refracted(abs(across), index);
            return abs(across) < 1.0 ? center + offset * (seen / max(distance, 0.000001)) : destCoord();
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (center, width) = (center, min(width, radius))
        let lens = LensSurface(refraction: refraction)
        guard width > 0.01, !lens.isFlat else { return inputImage }
        let (outer, tube) = (CGFloat(radius), CGFloat(width) / 2)
        let axis = outer - tube
        let region = CIKernelRegion { _, rect in
            if rect.isInfinite || rect.isNull { return rect }
            var sector = AnnularSector(around: rect, center: center)
            let (near, far) = sector.distances
            if near >= outer || far <= axis - tube { return rect }
            if lens.index < 1 {
                sector.distances = (max(axis - tube * lens.farthest, 0), axis + tube * lens.farthest)
                if axis < tube * lens.farthest { sector.azimuths = (-.pi, .pi) }
                return sector.bounds.safeUnion(rect)
            }
            func seen(_ distance: CGFloat) -> CGFloat {
                let across = (distance - axis) / tube
                return axis + tube * (across < 0 ? -lens.refracted(-across) : lens.refracted(across))
            }
            sector.distances = (seen(near), seen(min(far, outer)))
            return far <= outer ? sector.bounds : sector.bounds.safeUnion(rect)
        }
        let ring = CGRect(x: center.x - outer, y: center.y - outer, width: 2 * outer, height: 2 * outer)
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.grown(into: ring, by: tube * lens.displacement), region: region,
            CIVector(cgPoint: center), axis, tube, lens.index)
    }
}

/// Inputs of the torus lens distortion.
public protocol CITorusLensDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The ring's centre, in working space.
    var center: CGPoint { get set }
    /// The ring's outer radius in pixels, 0 or more.
    var radius: Float { get set }
    /// The width of the ring's glass in pixels, from 0 to the radius.
    var width: Float { get set }
    /// The refractive index of the glass: 1 for air, about 1.5 for window panes.
    var refraction: Float { get set }
}

extension CIFilter {
    /// A filter that shows an image through a ring of glass.
    public class func torusLensDistortion() -> any CIFilter & CITorusLensDistortion {
        registered(TorusLensDistortion())
    }
}

extension TorusLensDistortion: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=100 width=60") }
}
