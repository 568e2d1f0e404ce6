import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// Returns the same image with a hint to keep its pixels: a rendering computes them once, for several readers and
    /// for later renderings with the same context.
    ///
    /// Pixels, extent and properties stay the same.
    public func insertingIntermediate() -> CIImage {
        if node.extent.isNull { return self }
        return replacing(node: .native(Intermediate(node), extent: node.extent))
    }

    /// Returns the same image, with the hint of `insertingIntermediate()` if `cache` is true.
    public func insertingIntermediate(cache: Bool) -> CIImage { cache ? insertingIntermediate() : self }
}
