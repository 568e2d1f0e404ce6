import Foundation
import KernelLanguage
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

    /// Maximum number of kernels across which a clamp is moved at once.
    private static let maximumDepth = 64

    /// Creates the rule.
    package init() {}

    /// Returns a kernel that reads clamped images: the kernel whose result was clamped, or one that copies its image.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard context.backend.compiles, case .clamp(let image, let rect) = node.operation else { return nil }
        let part = image.cropped(to: rect)
        guard PixelRect(enclosing: part.extent) == PixelRect(enclosing: rect) else { return nil }
        if let pushed = pushed(below: image, rect, context, depth: 0) { return pushed }
        return CopyKernel.node(SampledImage(part, wrap: .clamp), name: "clamp", extent: node.extent)
    }

    /// Returns the kernel `node` over clamped images; nil if it isn't a pointwise kernel, or has other readers.
    private func pushed(
        below node: ImageNode, _ rect: CGRect, _ context: OptimisationContext, depth: Int
    ) -> ImageNode? {
        guard depth < Self.maximumDepth, case .kernel(var application) = node.operation,
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
        // Each image is clamped by a separate node.
        application.regionIsOutput()
        return ImageNode(.kernel(application), extent: .infinite)
    }

    private func clamped(
        _ node: ImageNode, _ rect: CGRect, _ context: OptimisationContext, depth: Int
    ) -> ImageNode? {
        guard node.extent.isInfinite || PixelRect(enclosing: node.extent).contains(PixelRect(enclosing: rect)) else {
            return nil
        }
        if let pushed = pushed(below: node, rect, context, depth: depth + 1) { return pushed }
        // The clamp can't be moved across this kernel. Below a clamp, the kernel would be a pass of its own instead of
        // being fused with the kernels that read it.
        if case .kernel = node.operation { return nil }
        return ImageNode(.clamp(node, rect), extent: .infinite)
    }
}

extension KernelApplication {
    /// Makes the region of interest equal to the output, which is correct for kernels that read only their own pixel.
    fileprivate mutating func regionIsOutput() {
        let (parts, isSimplified) = (parts, isSimplified)
        self = KernelApplication(program: program, arguments: arguments) { $1 }
        (self.parts, self.isSimplified) = (parts, isSimplified)
    }
}
