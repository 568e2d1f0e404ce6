import Foundation
import Pixels

/// A node, together with the crops and whole-pixel translations through which it is read.
struct AlignedView {
    /// The node below the crops and translations.
    let node: ImageNode
    /// Translation of its pixels.
    let offset: (x: Int, y: Int)
    /// The part that is not cropped away, after the translation; nil if nothing is cropped.
    let area: PixelRect?
    /// Number of crops and translations.
    let steps: Int
    /// Largest number of readers of one of the nodes below the first.
    let innerReaders: Int

    /// Follows `image` to the node that it shows pixel by pixel; nil if its pixels are interpolated.
    init?(of image: SampledImage, in context: OptimisationContext) {
        guard var (x, y) = image.transform.wholePixelTranslation else { return nil }
        var node = image.node
        var area: PixelRect?
        var steps = 0
        var readers = 1
        while true {
            if !node.extent.isInfinite {
                let own = PixelRect(enclosing: node.extent).moved(dx: x, dy: y)
                area = area.map { $0.intersection(own) } ?? own
            }
            if steps > 0 { readers = max(readers, context.readers[node]) }
            if case .crop(let inner, _) = node.operation {
                node = inner
            } else if case .transform(let inner, let transform, _) = node.operation,
                let (dx, dy) = transform.wholePixelTranslation
            {
                node = inner
                (x, y) = (x + dx, y + dy)
            } else {
                break
            }
            steps += 1
        }
        (self.node, offset, self.area, self.steps, innerReaders) = (node, (x, y), area, steps, readers)
    }
}
