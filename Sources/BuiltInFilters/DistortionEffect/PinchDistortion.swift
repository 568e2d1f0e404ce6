import CoreImageEssentials
import Foundation

/// The image drawn together towards a point.
///
/// A pixel at distance d from the centre reads the image at the distance `d + scale · (√(radius · d) − d)` in the same
/// direction. Inside the radius that is farther out, at the radius nothing moves, and outside it is nearer, which
/// stretches the picture there. There is no rim. At a scale of 1 the centre is like the vertex of a parabola; above 1
/// distant parts reappear, mirrored. Bilinear sampling of premultiplied stored pixels, transparent outside the image.
/// The extent is the rectangle of whole pixels around the distorted image and half a pixel more.
///
/// Fitted to a picture that Core Image made in 2013, of radius 300 and scale 0.5: its rings, from 3 to 450 pixels, have
/// the formula's distances within 0.2 pixels, and its extent is that. That the scale mixes both distances is the
/// simplest rule that fits. A radius or a scale that isn't positive and finite changes nothing; scales above 2 count as
/// 2.
class PinchDistortion: CIFilter, CIPinchDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPinchDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Draws an image together towards a point.", status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 300, min: 0, slider: 0...1000, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance)
    var radius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...2, identity: 0, nonFinite: 0) var scale: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 pinch(vec2 center, float radius, float scale) {
            vec2 offset = destCoord() - center;
            float distance = max(length(offset), 0.0001);
            return center + offset * (1.0 - scale + scale * sqrt(radius / distance));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let scale = min(scale, 2)
        guard radius > 0.01, scale > 0 else { return inputImage }
        let map = PinchMap(center: center, radius: CGFloat(radius), scale: CGFloat(scale))
        return Self.kernel.apply(
            to: inputImage, extent: map.extent(of: inputImage.extent), region: CIKernelRegion { map.source(of: $1) },
            CIVector(cgPoint: center), radius, scale)
    }
}

/// Inputs of the pinch distortion.
public protocol CIPinchDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The point that the image is drawn to, in working space.
    var center: CGPoint { get set }
    /// The distance in pixels at which nothing moves, 0 or more.
    var radius: Float { get set }
    /// The pinch's strength: from 0 for none to 2.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that draws an image together towards a point.
    public class func pinchDistortion() -> any CIFilter & CIPinchDistortion { registered(PinchDistortion()) }
}

extension PinchDistortion: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=110 scale=0.6") }
}
