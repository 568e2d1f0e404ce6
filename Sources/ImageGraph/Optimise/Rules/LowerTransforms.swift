import Foundation
import KernelLanguage
import Pixels

/// Replaces transforms by the sampler transform of kernels' images, so that they can be fused with the kernels.
package struct LowerTransforms: GraphRule {
    /// Name for `explain`.
    package let name = "sample transformed images in kernels"
    /// The equation that the rule relies on.
    package let law =
        "T(x)(p) = x sampled at T⁻¹(p), for the centre p of a pixel"
    /// Kernels treat points within 1/1024 pixel of a pixel's centre as the centre, while transforms treat points within
    /// 1/65536 so.
    package let exactness = RuleExactness.within(1.0 / 512)

    /// Creates the rule.
    package init() {}

    /// Returns a kernel that copies its image, which is bound with the node's transform.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard context.backend.compiles, case .transform(let image, let transform, let interpolation) = node.operation,
            transform.wholePixelTranslation == nil, transform.isInvertible,
            interpolation == .linear || transform.hasExactInverse
        else { return nil }
        let bound = SampledImage(image, transform: transform, interpolation: interpolation)
        return CopyKernel.node(bound, name: "transform", extent: node.extent)
    }
}

extension CGAffineTransform {
    /// Whether the inverse maps pixel centres without rounding. Without interpolation, the tolerance at pixel edges
    /// then has no effect.
    fileprivate var hasExactInverse: Bool {
        let inverse = inverted()
        return [inverse.a, inverse.b, inverse.c, inverse.d, inverse.tx, inverse.ty].allSatisfy { entry in
            let scaled = entry * 1024
            return abs(scaled) < 0x1p30 && scaled == scaled.rounded()
        }
    }
}
