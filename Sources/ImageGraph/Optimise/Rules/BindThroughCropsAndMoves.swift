import Foundation
import KernelLanguage
import Pixels

/// Binds an image of a kernel directly if the crops and whole-pixel translations in between only move it.
package struct BindThroughCropsAndMoves: GraphRule {
    /// Name for `explain`.
    package let name = "read through crops and moves"
    /// The equation that the rule relies on.
    package let law =
        "move(x)(p) = x(p − offset), and crop(x) = x where the crop contains everything that is read"
    /// Every bit is kept.
    package let exactness = RuleExactness.exact

    /// Creates the rule.
    package init() {}

    /// Returns the kernel with its images bound directly.
    package func rewrite(_ node: ImageNode, in context: OptimisationContext) -> ImageNode? {
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

    /// Whether the crops remove nothing that the image has and the output shows.
    private func isUncut(_ view: AlignedView, in output: CGRect) -> Bool {
        guard let area = view.area else { return true }
        let whole = view.node.extent
        if !whole.isInfinite, PixelRect(enclosing: whole).moved(dx: view.offset.x, dy: view.offset.y) == area {
            return true
        }
        return !output.isInfinite && area.contains(PixelRect(enclosing: output))
    }
}
