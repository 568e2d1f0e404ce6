import Foundation
import Pixels

/// Replaces clamps by the wrap mode of kernels' images, so that they need no step and can be fused.
package struct LowerClamps: GraphRule {
    /// Name for `explain`.
    package let name = "clamp images in kernels"
    /// The equations that the rule relies on.
    package let law =
        "a clamped image's pixel is the image's nearest one inside the rectangle, which is what a clamping sampler reads; clamp(f(image)) = f(clamp(image)) for a pointwise f"
    /// Every bit is kept.
    package let exactness = RuleExactness.exact

    /// Creates the rule.
    package init() {}

    /// Returns a kernel that reads clamped images: the kernel whose result was clamped, or one that copies its image.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard context.backend.compiles, case .clamp(let image, let rect) = node.operation else { return nil }
        let part = image.cropped(to: rect)
        guard PixelRect(enclosing: part.extent) == PixelRect(enclosing: rect) else { return nil }
        if let pushed = PushedClamp(rect: rect, context: context).kernel(image) { return pushed }
        return CopyKernel.node(SampledImage(part, wrap: .clamp), name: "clamp", extent: node.extent)
    }
}
