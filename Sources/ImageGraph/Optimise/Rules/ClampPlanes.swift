import Foundation
import Pixels

/// Moves clamps of decoded video to its planes, whose samplers repeat the same edges.
package struct ClampPlanes: GraphRule {
    /// Name for `explain`.
    package let name = "clamp planes of video"
    /// The equation that the rule relies on.
    package let law =
        "clamp(f(image)) = f(clamp(image)) for a pointwise f; a clamping sampler repeats its image's edges, where it interpolates between equal pixels"
    /// Interpolating between equal pixels rounds.
    package let exactness = RuleExactness.within(0x1p-20)

    /// Creates the rule.
    package init() {}

    /// Returns the kernel whose result was clamped, over clamped images.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard context.backend.compiles, case .clamp(let image, let rect) = node.operation,
            PixelRect(enclosing: image.cropped(to: rect).extent) == PixelRect(enclosing: rect)
        else { return nil }
        return PushedClamp(rect: rect, context: context, acceptsClampingSamplers: true).kernel(image)
    }
}
