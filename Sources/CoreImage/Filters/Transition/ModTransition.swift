import Foundation

/// The target shows through a lattice of holes that grow until nothing is left of the source.
///
/// With `(x, y)` the pixel's distance from the centre, `x / (1 + |x| / compression)` in place of x, and the result turned clockwise by `angle` to `(u, v)`, the holes are where
/// `h = ½ + ¼ (cos(2u / radius) + cos(2v / radius))` exceeds 1 − t: rows and columns of round holes `π · radius` apart, which the compression stretches to the left and right of the centre. The edge is
/// about a pixel soft: the target's share is `clamp(radius · (h − 1 + t) + t, 0, 1)`, on premultiplied linear working-space colour.
///
/// No formula is published; this one is ours. A picture that Core Image made, of holes compressed into stripes, agrees in their direction and in the number of them; it has thin holes beside the
/// wide ones.
///
/// Time counts as in the dissolve. Centres count as within ±10⁶; angles and centres that aren't finite count as 0, other numbers as their defaults, ones below 1 as 1. The extent is the union of both images'.
final class ModTransition: CIFilter, CIModTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIModTransition", displayName: "Mod", categories: [.transition, .highDynamicRange, .video],
            kind: .transition, summary: "Reveals another image through a lattice of growing holes.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 2, slider: -2 * .pi...2 * .pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 150, min: 1, slider: 1...200, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 300, min: 1, slider: 100...800, type: kCIAttributeTypeDistance) var compression: Float

    private static let kernel = CIColorKernel(
        source: """
            kernel vec4 holes(
                __sample source, __sample target, vec2 center, vec2 turn, float compression, float radius, float time
            ) {
                vec2 offset = destCoord() - center;
                vec2 place = vec2(offset.x / (1.0 + abs(offset.x) / compression), offset.y);
                vec2 turned = vec2(dot(turn, place), turn.x * place.y - turn.y * place.x);
                vec2 wave = cos(turned * (2.0 / radius));
                float height = 0.25 * (wave.x + wave.y) - 0.5;
                return mix(source, target, clamp(radius * (height + time) + time, 0.0, 1.0));
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let angle = CGFloat(angle.finite(or: 0))
        // Farther out, single precision knows no cosine.
        let bounded = { (coordinate: CGFloat) in min(max(coordinate.finite(or: 0), -1e6), 1e6) }
        let center = CIVector(x: bounded(center.x), y: bounded(center.y))
        return Self.kernel?.apply(
            extent: inputImage.extent.union(targetImage.extent),
            arguments: [
                inputImage, targetImage, center, CIVector(x: cos(angle), y: sin(angle)),
                min(max(compression.finite(or: 300), 1), 1e9), min(max(radius.finite(or: 150), 1), 1e9), time.value,
            ])
    }
}

/// Inputs of the transition through holes.
public protocol CIModTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// The middle of a hole that isn't stretched, in working space.
    var center: CGPoint { get set }
    /// From 0 to 1.
    var time: Float { get set }
    /// The angle of the lattice in radians, against the clock.
    var angle: Float { get set }
    /// The size of a hole in pixels where it isn't stretched: half of the time it is about as large as its distance to the next.
    var radius: Float { get set }
    /// The distance from the centre, in pixels, at which holes are stretched to four times their width.
    var compression: Float { get set }
}

extension CIFilter {
    /// A filter that reveals another image through a lattice of growing holes.
    public class func modTransition() -> any CIFilter & CIModTransition { ModTransition() }
}
