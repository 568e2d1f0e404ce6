import CoreImageEssentials
import Foundation
import ImageGraph

extension CIImage {
    /// Returns the rectangle from the origin to a size, scaled to another size with a windowed sinc. Edges stay sharp.
    func scaled(from size: CGSize, to target: CGSize) -> CIImage {
        guard size != target, size.width > 0, size.height > 0 else { return self }
        let whole = cropped(to: CGRect(origin: .zero, size: size)).clampedToExtent()
        let node = whole.node.lanczosScaled(x: target.width / size.width, y: target.height / size.height)
        return CIImage(node: node).cropped(to: CGRect(origin: .zero, size: target))
    }
}
