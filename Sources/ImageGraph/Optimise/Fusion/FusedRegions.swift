import Foundation
import Pixels

/// The regions of interest of a kernel into which another one has been fused.
struct FusedRegions: Sendable {
    /// The original image of an image of the fused kernel.
    enum Origin: Sendable {
        /// The consumer's image with this index.
        case consumer(Int)
        /// The producer's image with this index, and whether its sampler's transform has the producer's translation
        /// added.
        case producer(Int, isMoved: Bool)
    }

    /// For each image of the fused kernel, all original images that it replaces.
    var origins: [[Origin]]
    /// Indices of the consumer's images that the producer replaces.
    var replaced: [Int]
    /// The consumer's region function.
    var consumer: @Sendable (_ index: Int, _ output: CGRect) -> CGRect
    /// The producer's region function.
    var producer: @Sendable (_ index: Int, _ output: CGRect) -> CGRect
    /// Translation of the producer's pixels.
    var offset: CGPoint
    /// The visible part of the producer's result, in the producer's coordinates.
    var bounds: CGRect

    /// Returns the part of image `index` that is needed for `output`.
    func region(ofImage index: Int, for output: CGRect) -> CGRect {
        guard origins.indices.contains(index) else { return .null }
        return origins[index].reduce(CGRect.null) { $0.unionOrInfinite(region(of: $1, for: output)) }
    }

    private func region(of origin: Origin, for output: CGRect) -> CGRect {
        switch origin {
        case .consumer(let index): return consumer(index, output)
        case .producer(let index, let isMoved):
            let result = replaced.reduce(CGRect.null) { $0.unionOrInfinite(consumer($1, output)) }
            let own = result.moved(-offset.x, -offset.y).intersectionOrNull(bounds)
            if own.isNull { return .null }
            let region = producer(index, own)
            return isMoved ? region.moved(offset.x, offset.y) : region
        }
    }
}

extension CGRect {
    /// Returns the rectangle moved by (`dx`, `dy`). Infinite and null rectangles are unchanged.
    fileprivate func moved(_ dx: CGFloat, _ dy: CGFloat) -> CGRect {
        isNull || isInfinite || (dx == 0 && dy == 0) ? self : offsetBy(dx: dx, dy: dy)
    }
}
