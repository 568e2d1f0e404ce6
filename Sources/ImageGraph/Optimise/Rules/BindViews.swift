import Foundation
import KernelLanguage
import Pixels

/// Lets a kernel read an image directly where crops and moves by whole pixels make no difference but of place.
public struct BindViews: GraphRule {
    /// Name for `explain`.
    public let name = "read through crops and moves"
    /// Why it holds.
    public let law =
        "a moved image's pixel is the image's pixel moved back, and a crop around all that is looked at crops nothing"
    /// Every bit.
    public let exactness = RuleExactness.exact

    /// The rule.
    public init() {}

    /// The kernel with its images bound directly.
    public func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
        guard case .kernel(var application) = node.operation, application.program.kind != .warp else { return nil }
        let reads = ProgramReads(application.program)
        var imageNumber = -1
        var hasChanged = false
        for (index, argument) in application.arguments.enumerated() {
            guard case .image(var image) = argument else { continue }
            imageNumber += 1
            guard reads.images[imageNumber].isReadAtDestinationOnly, image.colorSpace == nil,
                image.wrap == .transparent, let view = AlignedView(of: image, in: context), view.steps > 0,
                isUncut(view, in: node.extent)
            else { continue }
            image.node = view.node
            image.transform = CGAffineTransform(translationX: CGFloat(view.offset.x), y: CGFloat(view.offset.y))
            application.arguments[index] = .image(image)
            hasChanged = true
        }
        return hasChanged ? ImageNode(.kernel(application), extent: node.extent) : nil
    }

    /// Whether no more is cut away of what is seen than the image lacks anyway.
    private func isUncut(_ view: AlignedView, in output: CGRect) -> Bool {
        guard let area = view.area else { return true }
        let whole = view.node.extent
        if !whole.isInfinite, PixelRect(enclosing: whole).moved(view.offset.x, view.offset.y) == area { return true }
        return !output.isInfinite && area.contains(PixelRect(enclosing: output))
    }
}
