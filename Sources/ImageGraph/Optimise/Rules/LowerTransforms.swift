import Foundation
import KernelLanguage
import Pixels

/// Makes transforms a matter of how a kernel's image is bound, so that kernels can take them in.
public struct LowerTransforms: GraphRule {
    /// Name for `explain`.
    public let name = "sample transformed images in kernels"
    /// Why it holds.
    public let law =
        "a transformed image's pixel is the image, sampled at the pixel's centre taken back by the transform"
    /// A kernel takes points within 1/1024 pixel of a pixel's centre for the centre, a transform within 1/65536.
    public let exactness = RuleExactness.within(1.0 / 512)

    /// The rule.
    public init() {}

    /// A kernel that copies its image, which is bound with the node's transform.
    public func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard context.backend.compiles, case .transform(let image, let transform, let interpolation) = node.operation,
            transform.wholePixelTranslation == nil, transform.isInvertible,
            interpolation == .linear || transform.hasExactInverse
        else { return nil }
        let bound = SampledImage(image, transform: transform, interpolation: interpolation)
        return CopyKernel.node(bound, name: "transform", extent: node.extent)
    }
}

extension CGAffineTransform {
    /// Whether centres of pixels are taken back without rounding, so that without interpolation no pixel depends on how near to an
    /// edge a point counts as on it.
    fileprivate var hasExactInverse: Bool {
        let inverse = inverted()
        return [inverse.a, inverse.b, inverse.c, inverse.d, inverse.tx, inverse.ty].allSatisfy { entry in
            let scaled = entry * 1024
            return abs(scaled) < 0x1p30 && scaled == scaled.rounded()
        }
    }
}
