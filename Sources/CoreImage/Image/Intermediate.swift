import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// The same image with a hint: a rendering computes it once and keeps the pixels, for several readers and for later renderings
    /// with the same context.
    ///
    /// Pixels, extent and properties stay the same.
    public func insertingIntermediate() -> CIImage {
        if node.extent.isNull { return self }
        return replacing(node: .native(Intermediate(node), extent: node.extent))
    }

    /// The same image, with the hint of `insertingIntermediate()` when `cache` is true.
    public func insertingIntermediate(cache: Bool) -> CIImage { cache ? insertingIntermediate() : self }
}
