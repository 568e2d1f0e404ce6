import CoreImageEssentials
import Foundation

/// A circle whose rim is drawn out over the whole plane: the image is unchanged inside the circle and streaks outside
/// it.
///
/// With R the radius, a pixel at offset v from the centre c reads the image at `c + v · min(R / |v|, 1)`: outside the
/// circle, the point of the rim in its direction. Bilinear sampling of premultiplied stored pixels, transparent outside
/// the image. The extent is infinite, even where the rim is partly outside the image; an empty image gives an empty
/// result. Radii below 0, and ones that aren't finite, count as 0, which shows only the centre's colour. Source: the
/// filter's own description.
class CircleSplashDistortion: CIFilter, CICircleSplashDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CICircleSplashDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Draws the colours on a circle outwards.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 150, min: 0, slider: 0...1000, nonFinite: 0, type: kCIAttributeTypeDistance) var radius: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 splash(vec2 center, float radius) {
            vec2 offset = destCoord() - center;
            return center + offset * (radius / max(length(offset), max(radius, 0.000001)));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        if inputImage.extent.isNull || inputImage.extent.isEmpty { return .empty() }
        let radius = max(radius, 0)
        let reach = CGFloat(radius)
        let map = RadialMap(center: center) { reach / max($0, max(reach, 1e-6)) }
        return Self.kernel.apply(
            to: inputImage, extent: .infinite, region: CIKernelRegion { map.source(of: $1) },
            CIVector(cgPoint: center), radius)
    }
}

/// Inputs of the circle splash distortion.
public protocol CICircleSplashDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The circle's centre, in working space.
    var center: CGPoint { get set }
    /// The circle's radius in pixels, 0 or more.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that draws the colours on a circle outwards.
    public class func circleSplashDistortion() -> any CIFilter & CICircleSplashDistortion {
        registered(CircleSplashDistortion())
    }
}

extension CircleSplashDistortion: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=70") }
}
