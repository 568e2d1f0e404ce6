import CoreImageEssentials
import Foundation

/// A bump, like a magnifying glass laid on the image; or a dent.
///
/// Inside the radius R around the centre c, a pixel at offset v from c reads the image at
/// `c + v · (1 − scale · (1 − 3x² + 2x³))` with `x = |v| / R`. At the centre a scale of s magnifies by `1 / (1 − s)`,
/// at the rim nothing moves, and the transition is smooth. Negative scales make a dent. Bilinear sampling of
/// premultiplied stored pixels, transparent outside the image. The extent is the union of the image's extent and the
/// square around the circle, in whole pixels, as in the twirl distortion.
///
/// Fitted to a picture that Core Image made in 2013, of radius 190 and scale 0.5, whose rings are magnified by the
/// formula's factor within 0.002. The circle lies within that picture, so it shows nothing about extents. A radius or a
/// scale that is 0 or isn't finite changes nothing.
class BumpDistortion: CIFilter, CIBumpDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBumpDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Bulges an image at a point, or dents it.", status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 300, min: 0, slider: 0...600, nonFinite: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0.5, slider: -1...1, identity: 0, nonFinite: 0) var scale: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 bump(vec2 center, float radius, float scale) {
            vec2 offset = destCoord() - center;
            float height = 1.0 - smoothstep(0.0, 1.0, length(offset) / radius);
            return center + offset * (1.0 - scale * height);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        guard radius > 0.01, scale != 0 else { return inputImage }
        let (reach, strength) = (CGFloat(radius), CGFloat(scale))
        let map = RadialMap(center: center) { 1 - strength * (1 - smoothStep($0 / reach)) }
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.withSquare(around: center, radius: reach),
            region: CIKernelRegion { map.source(of: $1) }, CIVector(cgPoint: center), radius, scale)
    }
}

/// Inputs of the bump distortion.
public protocol CIBumpDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The bump's centre, in working space.
    var center: CGPoint { get set }
    /// The bump's radius in pixels, 0 or more.
    var radius: Float { get set }
    /// The bump's height: from -1, a dent, over 0, flat, to 1.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that bulges an image at a point, or dents it.
    public class func bumpDistortion() -> any CIFilter & CIBumpDistortion { registered(BumpDistortion()) }
}

extension BumpDistortion: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=110 scale=0.7") }
}
