import CoreImageEssentials
import Foundation

/// The target shows through a lattice of round holes that grow until the source has disappeared.
///
/// With (x, y) the pixel's distance from the centre, c the compression and `u = x / c − ½`, holes lie in the plane of
/// `x' = 2.1405 · c · (u / (1.3236 + |u|) + ½ / 1.8236)` and y. So they are narrowest half a compression to the right
/// of the centre, and become stripes far from there. The lattice is square, `radius` from hole to hole, with a hole
/// around the centre; at time t it is turned anticlockwise by `t · angle + (1 − t) · π / 4`. With d the distance in
/// that plane to the middle of the nearest hole, the target's share is `clamp(17.5 − 23.082 · d / (t · radius), 0, 1)`,
/// on premultiplied linear working-space colour.
///
/// Fitted to two pictures that Core Image made: one of 2013 at time 0.5, angle 2, radius 150 and compression 300, and
/// one of iOS 13 at time 0.5013, angle 3, radius 50 and compression 1. The shares of both agree within 0.0001 in the
/// mean. Both are near the middle of the time, so how the compression changes with time is unknown.
///
/// Time counts as in the dissolve. Centres are clamped to ±10⁶; angles and centres that aren't finite count as 0, other
/// numbers as their defaults, ones below 1 as 1. The extent is the union of both images'.
class ModTransition: CIFilter, CIModTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIModTransition", displayName: "Mod", categories: [.transition, .highDynamicRange, .video],
            kind: .transition, summary: "Reveals another image through a lattice of growing holes.",
            status: .fitted(mean: 0.01, percentile99: 0.3))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 2, slider: -2 * .pi...2 * .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    var angle: Float
    @CIInput(default: 150, min: 1, slider: 1...200, nonFinite: 150, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 300, min: 1, slider: 100...800, nonFinite: 300, type: kCIAttributeTypeDistance)
    var compression: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 holes(
            __sample source, __sample target, vec2 center, vec2 turn, float compression, float radius, float time
        ) {
            vec2 offset = destCoord() - center;
            // Both branches avoid the difference of large numbers.
            float part = offset.x / compression;
            float bent = part < 0.5
                ? 1.3236 * offset.x / (1.8236 - part)
                : (2.3236 * offset.x - 0.5 * compression) / (0.8236 + part);
            vec2 place = vec2(1.17378 * bent, offset.y);
            vec2 cell = vec2(dot(turn, place), turn.x * place.y - turn.y * place.x) / radius;
            float distance = length(cell - floor(cell + 0.5));
            return mix(source, target, clamp(17.5 - 23.082 * distance / time, 0.0, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let angle = time.value * CGFloat(angle) + (1 - time.value) * .pi / 4
        // Farther away, floats can't tell neighbouring pixels apart.
        let bounded = { (coordinate: CGFloat) in min(max(coordinate.finite(or: 0), -1e6), 1e6) }
        let center = CIVector(x: bounded(center.x), y: bounded(center.y))
        let compression = CGFloat(min(max(compression, 1), 1e9))
        let radius = CGFloat(min(max(radius, 1), 1e9))
        return Self.kernel.apply(
            extent: inputImage.extent.union(targetImage.extent),
            arguments: [
                inputImage, targetImage, center, CIVector(x: cos(angle), y: sin(angle)),
                compression, radius, time.value,
            ])
    }
}

/// Inputs of the transition through holes.
public protocol CIModTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// The middle of a hole, in working space.
    var center: CGPoint { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
    /// The angle of the lattice at time 1 in radians, anticlockwise.
    var angle: Float { get set }
    /// The distance between neighbouring holes in pixels, where they aren't stretched.
    var radius: Float { get set }
    /// The distance in pixels, from the place where holes are narrowest, over which they are stretched.
    var compression: Float { get set }
}

extension CIFilter {
    /// A filter that reveals another image through a lattice of growing holes.
    public class func modTransition() -> any CIFilter & CIModTransition { registered(ModTransition()) }
}

extension ModTransition: CIFilterExampleProviding {
    static var example: CIFilterExample { .init { "center=160,120 radius=30 time=\($0)" } }
}
