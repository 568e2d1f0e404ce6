import CoreImageEssentials
import Foundation

/// The shadow that a rolled-up page casts on the ground around its crease.
///
/// At a distance d from the crease and e beyond the ends of the part that casts the shadow, the light is reduced by
/// `0.42 · amount · f(d) · g(e)`. With the reach `r = 0.775 · size · radius`, f is `(1 − (√(d² + c²) − c) / r)²` for c
/// = 0.08 r, and 0 where that bracket is negative. g falls from 1 to 0 between −b and b = 0.786 r, like `smoothstep`.
/// In the first and the last 0.15 of the time the shadow is fainter in proportion.
struct PageShadow {
    var size: Float
    var amount: Float
    /// The part of the page that casts the shadow; the rectangle that the page curls over if it is empty.
    var extent: CGRect

    /// The part of the reach over which the shadow fades at its ends.
    private static let endWidth: CGFloat = 0.786

    private static let kernel = CIColorKernel(
        """
        kernel vec4 shadowedGround(
            __sample target, vec2 direction, float crease, float shown, float middle, float span, float reach, float strength
        ) {
            vec2 d = destCoord();
            float beyond = dot(d, direction) - crease;
            float past = abs(dot(d, vec2(-direction.y, direction.x)) - middle) - span;
            float soft = 0.08 * reach;
            float near = max(1.0 - (sqrt(beyond * beyond + soft * soft) - soft) / reach, 0.0);
            float shadow = strength * near * near * (1.0 - smoothstep(-\(endWidth) * reach, \(endWidth) * reach, past));
            vec4 ground = target * mix(1.0, shown, clamp(beyond + 0.5, 0.0, 1.0));
            return vec4(ground.rgb * (1.0 - shadow), mix(ground.a, 1.0, shadow));
        }
        """)

    /// Returns the ground with the shadow on it, which also falls beside the target, or nil if there is no shadow.
    func image(
        on target: CIImage, of curl: CurledPage, page: CGRect, travelled: CGRect, time: CGFloat
    ) -> CIImage? {
        let (size, amount) = (CGFloat(size.finite(or: 0.5)), CGFloat(amount.finite(or: 0.7)))
        let reach = 0.775 * min(max(size, 0), 1) * curl.radius
        guard reach > 0.001, amount > 0, !page.isNull else { return nil }
        let isEmpty = extent.isNull || !(abs(extent.size.width) > 0 && abs(extent.size.height) > 0)
        let across = curl.span(of: isEmpty ? travelled : extent, curl.across)
        let strength = 0.42 * min(amount, 1) * min(time / 0.15, (1 - time) / 0.15, 1)
        return Self.kernel.apply(
            to: target,
            extent: target.extent.safeUnion(page.insetBy(dx: -Self.endWidth * reach, dy: -Self.endWidth * reach)),
            CIVector(cgPoint: curl.direction), curl.crease, time, (across.low + across.high) / 2,
            (across.high - across.low) / 2, reach, strength)
    }
}
