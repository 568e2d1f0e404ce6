import KernelLanguage
import Pixels

/// Binds a clamped image of a kernel with a clamping sampler instead, even if the kernel reads between pixels.
package struct BindClamps: GraphRule {
    /// Name for `explain`.
    package let name = "clamp in samplers"
    /// The equation that the rule relies on.
    package let law = "a clamped image is the image, its edges repeated, which is what a clamping sampler reads"
    /// Beyond the edge, interpolating between equal pixels rounds.
    package let exactness = RuleExactness.within(0x1p-20)

    /// Creates the rule.
    package init() {}

    /// Returns the kernel with clamped images bound directly.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard case .kernel(var application) = node.operation, application.program.kind != .warp else { return nil }
        let reads = ProgramReads(application.program)
        var imageNumber = -1
        var hasChanged = false
        for (index, argument) in application.arguments.enumerated() {
            guard case .image(var image) = argument else { continue }
            imageNumber += 1
            let read = reads.images[imageNumber]
            // In sampler space, the coordinates of an infinite image differ from those of a finite one.
            guard !read.isReadInSamplerSpace, read.isReadAtDestination || read.isReadAtPoints, image.colorSpace == nil,
                case .clamp(let inner, let rect) = image.node.operation
            else { continue }
            let part = inner.cropped(to: rect)
            guard PixelRect(enclosing: part.extent) == PixelRect(enclosing: rect) else { continue }
            image.node = part
            image.wrap = .clamp
            application.arguments[index] = .image(image)
            hasChanged = true
        }
        return hasChanged ? ImageNode(.kernel(application), extent: node.extent) : nil
    }
}
