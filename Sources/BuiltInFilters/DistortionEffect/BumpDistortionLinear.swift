import CoreImageEssentials
import Foundation

/// A bump along a line, like a glass rod laid on the image; or a groove.
///
/// A pixel at distance u from the line through the centre, counted along the line's normal n, reads the image at
/// `p − n · scale · u · (1 − 3x² + 2x³)` with `x = |u| / R`. Next to the line a scale of s stretches the picture across
/// it by `1 / (1 − s)`; nothing moves along the line, or at distances from the radius R on. Bilinear sampling of
/// premultiplied stored pixels, transparent outside the image. The extent is the union of the image's extent and the
/// square around the circle about the centre, in whole pixels, as in the bump distortion.
///
/// Fitted to a picture that Core Image made in 2013, of radius 190, scale 0.5 and angle π/2; the square lies within it.
/// A radius or a scale that is 0 or isn't finite changes nothing. An angle that isn't finite counts as 0, and scales
/// are clamped to ±100.
class BumpDistortionLinear: CIFilter, CIBumpDistortionLinear {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBumpDistortionLinear", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Bulges an image along a line, or dents it.", status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 300, min: 0, slider: 0...600, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance)
    var radius: Float
    @CIInput(default: 0, slider: 0...2 * .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 0.5, min: -1, slider: 0...1, identity: 1, nonFinite: 0) var scale: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 ridge(vec2 center, float radius, vec2 normal, float scale) {
            float distance = dot(destCoord() - center, normal);
            float height = 1.0 - smoothstep(0.0, 1.0, abs(distance) / radius);
            return destCoord() - normal * (scale * distance * height);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let scale = min(max(scale, -100), 100)
        guard radius > 0.01, scale != 0 else { return inputImage }
        let direction = CGFloat(remainder(angle, 2 * .pi))
        let normal = CGPoint(x: -sin(direction), y: cos(direction))
        let map = RidgeMap(center: center, normal: normal, radius: CGFloat(radius), scale: CGFloat(scale))
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.withSquare(around: center, radius: CGFloat(radius)),
            region: CIKernelRegion { map.source(of: $1) }, CIVector(cgPoint: center), radius, CIVector(cgPoint: normal),
            scale)
    }
}

/// Inputs of the linear bump distortion.
public protocol CIBumpDistortionLinear: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// A point of the bump's line, in working space.
    var center: CGPoint { get set }
    /// How far the bump reaches from its line, in pixels, 0 or more.
    var radius: Float { get set }
    /// The line's direction in radians, anticlockwise from the right.
    var angle: Float { get set }
    /// The bump's height: from -1, a groove, over 0, flat, to 1.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that bulges an image along a line, or dents it.
    public class func bumpDistortionLinear() -> any CIFilter & CIBumpDistortionLinear {
        registered(BumpDistortionLinear())
    }
}

extension BumpDistortionLinear: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=110 angle=0.6 scale=0.7") }
}
