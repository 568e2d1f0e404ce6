import Foundation

/// The target shows through a lattice of round holes that grow until nothing is left of the source.
///
/// With `(x, y)` the pixel's distance from the centre and `x' = x · (compression + 1.727) / (compression + |x|)`, the lattice is square, `radius` from hole to hole, and turned against the clock by
/// `angle + 0.46646` in the plane of `(x', y)`; there is a hole around the centre. Far to the left and right of the centre, `x'` hardly grows: holes become stripes. With d the distance in that plane to
/// the middle of the nearest hole, the target's share is `clamp(0.7 · radius · t − 0.9233 · d + e, 0, 1)`, on premultiplied linear working-space colour; e grows from 0 to 1 in the last sixteenth, so that
/// no corner between small holes is left.
///
/// No formula is published. The lattice, its pitch, the shape of the holes and their edges are fitted to a picture that Core Image made at t = 0.5013, angle 3, radius 50 and compression 1. Of the numbers
/// fitted there, 1.727 might depend on the compression, 0.46646 on the other inputs, and 0.9233 on the radius; that they don't, and that holes grow evenly, is ours, as is e.
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
                __sample source, __sample target, vec2 center, vec2 turn, vec2 compression, float radius, float size
            ) {
                vec2 offset = destCoord() - center;
                vec2 place = vec2(offset.x * compression.y / (compression.x + abs(offset.x)), offset.y);
                vec2 cell = vec2(dot(turn, place), turn.x * place.y - turn.y * place.x) / radius;
                float distance = length(cell - floor(cell + 0.5));
                return mix(source, target, clamp(size - 0.9233 * radius * distance, 0.0, 1.0));
            }
            """)

    override var result: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let angle = CGFloat(angle.finite(or: 0)) + 0.46646
        // Farther out, single precision can't tell a pixel from the next.
        let bounded = { (coordinate: CGFloat) in min(max(coordinate.finite(or: 0), -1e6), 1e6) }
        let center = CIVector(x: bounded(center.x), y: bounded(center.y))
        let compression = CGFloat(min(max(compression.finite(or: 300), 1), 1e9))
        let radius = CGFloat(min(max(radius.finite(or: 150), 1), 1e9))
        return Self.kernel?.apply(
            extent: inputImage.extent.union(targetImage.extent),
            arguments: [
                inputImage, targetImage, center, CIVector(x: cos(angle), y: sin(angle)),
                CIVector(x: compression, y: compression + 1.727), radius, 0.7 * radius * time.value + time.ending,
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
    /// From 0 to 1.
    var time: Float { get set }
    /// The angle of the lattice in radians, against the clock.
    var angle: Float { get set }
    /// The distance from a hole to the next in pixels, where they aren't stretched.
    var radius: Float { get set }
    /// The distance from the centre, in pixels, at which holes are stretched to four times their width.
    var compression: Float { get set }
}

extension CIFilter {
    /// A filter that reveals another image through a lattice of growing holes.
    public class func modTransition() -> any CIFilter & CIModTransition { ModTransition() }
}
