import KernelLanguage
import Pixels

/// Makes clamping a matter of how a kernel's image is bound, so that kernels can take it in.
public struct LowerClamps: GraphRule {
    /// Name for `explain`.
    public let name = "clamp images in kernels"
    /// Why it holds.
    public let law =
        "a clamped image's pixel is the image's nearest one inside the rectangle, which is what a clamping sampler reads"
    /// Every bit.
    public let exactness = RuleExactness.exact

    /// The rule.
    public init() {}

    /// A kernel that copies its image, which is bound so that its edges are repeated.
    public func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard context.backend.compiles, case .clamp(let image, let rect) = node.operation else { return nil }
        let part = image.cropped(to: rect)
        guard PixelRect(enclosing: part.extent) == PixelRect(enclosing: rect) else { return nil }
        return CopyKernel.node(SampledImage(part, wrap: .clamp), name: "clamp", extent: node.extent)
    }
}
