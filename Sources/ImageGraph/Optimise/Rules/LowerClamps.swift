import Foundation
import KernelLanguage
import Pixels

/// Makes clamping a matter of how a kernel's image is bound, so that kernels can take it in.
public struct LowerClamps: GraphRule {
    /// Name for `explain`.
    public let name = "clamp images in kernels"
    /// Why it holds.
    public let law =
        "a clamped image's pixel is the image's nearest one inside the rectangle, which is what a clamping sampler reads; clamp(f(image)) = f(clamp(image)) for a pointwise f"
    /// Every bit.
    public let exactness = RuleExactness.exact

    /// Most kernels through which a clamp goes in one step.
    private static let deepest = 64

    /// The rule.
    public init() {}

    /// A kernel that reads clamped images: the one whose result was clamped, or else one that copies its image.
    public func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard context.backend.compiles, case .clamp(let image, let rect) = node.operation else { return nil }
        let part = image.cropped(to: rect)
        guard PixelRect(enclosing: part.extent) == PixelRect(enclosing: rect) else { return nil }
        if let pushed = pushed(below: image, rect, context, depth: 0) { return pushed }
        return CopyKernel.node(SampledImage(part, wrap: .clamp), name: "clamp", extent: node.extent)
    }

    /// The kernel `node` over clamped images; nil where it isn't a pointwise kernel, or others read its result too.
    private func pushed(
        below node: ImageNode, _ rect: CGRect, _ context: OptimisationContext, depth: Int
    ) -> ImageNode? {
        guard depth < Self.deepest, case .kernel(var application) = node.operation,
            application.program.kind != .warp, context.readers[node] <= 1
        else { return nil }
        let reads = ProgramReads(application.program)
        guard !reads.readsDestination, !reads.samplesFreely else { return nil }
        for (index, argument) in application.arguments.enumerated() {
            guard case .image(var image) = argument else { continue }
            guard image.transform.isIdentity, image.wrap == .transparent, image.colorSpace == nil else { return nil }
            guard let clamped = clamped(image.node, rect, context, depth: depth) else { return nil }
            image.node = clamped
            application.arguments[index] = .image(image)
        }
        // Each image is clamped by a node of its own.
        application.regionIsOutput()
        return ImageNode(.kernel(application), extent: .infinite)
    }

    private func clamped(
        _ node: ImageNode, _ rect: CGRect, _ context: OptimisationContext, depth: Int
    ) -> ImageNode? {
        guard node.extent.isInfinite || PixelRect(enclosing: node.extent).contains(PixelRect(enclosing: rect)) else {
            return nil
        }
        return pushed(below: node, rect, context, depth: depth + 1) ?? ImageNode(.clamp(node, rect), extent: .infinite)
    }
}

extension KernelApplication {
    /// Makes the regions of interest the output itself, which holds for kernels that read nothing but their own pixel.
    fileprivate mutating func regionIsOutput() {
        let (parts, isSimplified) = (parts, isSimplified)
        self = KernelApplication(program: program, arguments: arguments) { $1 }
        (self.parts, self.isSimplified) = (parts, isSimplified)
    }
}
