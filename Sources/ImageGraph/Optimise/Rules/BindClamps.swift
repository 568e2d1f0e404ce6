import KernelLanguage
import Pixels

/// Lets a kernel read a clamped image by a clamping sampler, also where it reads between pixels.
public struct BindClamps: GraphRule {
    /// Name for `explain`.
    public let name = "clamp in samplers"
    /// Why it holds.
    public let law = "a clamped image is the image, its edges repeated, which is what a clamping sampler reads"
    /// Between pixels that repeat the edge, mixing equal pixels rounds.
    public let exactness = RuleExactness.within(0x1p-20)

    /// The rule.
    public init() {}

    /// The kernel with clamped images bound directly.
    public func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard case .kernel(var application) = node.operation, application.program.kind != .warp else { return nil }
        let reads = ProgramReads(application.program)
        var imageNumber = -1
        var hasChanged = false
        for (index, argument) in application.arguments.enumerated() {
            guard case .image(var image) = argument else { continue }
            imageNumber += 1
            let read = reads.images[imageNumber]
            // In sampler space an infinite image has other coordinates than a finite one.
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
