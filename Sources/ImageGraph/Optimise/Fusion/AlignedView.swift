import Foundation
import Pixels

/// A node with the crops and moves by whole pixels through which it is seen.
struct AlignedView {
    /// The node behind them.
    let node: ImageNode
    /// How far its pixels are moved.
    let offset: (x: Int, y: Int)
    /// The part that is not cut away, moved; nil where nothing is.
    let area: PixelRect?
    /// Crops and moves between.
    let steps: Int
    /// The most places that read one of the nodes after the first.
    let innerReaders: Int

    /// What `image` shows pixel by pixel; nil where its pixels are interpolated.
    init?(of image: SampledImage, in context: OptimisationContext) {
        guard var (x, y) = image.transform.wholePixelTranslation else { return nil }
        var node = image.node
        var area: PixelRect?
        var steps = 0
        var readers = 1
        while true {
            if !node.extent.isInfinite {
                let own = PixelRect(enclosing: node.extent).moved(x, y)
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
