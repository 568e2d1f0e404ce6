import Foundation
import Pixels

/// Regions of interest of a kernel that has taken another one in.
struct FusedRegions: Sendable {
    /// Where an image of the joined kernel comes from.
    enum Origin: Sendable {
        /// Image number of the consumer.
        case consumer(Int)
        /// Image number of the producer; whether its sampler's transform was moved along with the producer.
        case producer(Int, isMoved: Bool)
    }

    /// For each image of the joined kernel, all that it stands for.
    var origins: [[Origin]]
    /// The consumer's images that the producer replaces.
    var replaced: [Int]
    /// The consumer's regions.
    var consumer: @Sendable (_ index: Int, _ output: CGRect) -> CGRect
    /// The producer's regions.
    var producer: @Sendable (_ index: Int, _ output: CGRect) -> CGRect
    /// How far the producer's pixels are moved.
    var offset: CGPoint
    /// The part of the producer's result that is seen, in the producer's coordinates.
    var bounds: CGRect

    /// The part of image `index` that is needed for `output`.
    func region(ofImage index: Int, for output: CGRect) -> CGRect {
        guard origins.indices.contains(index) else { return .null }
        return origins[index].reduce(CGRect.null) { $0.joined(with: region(of: $1, for: output)) }
    }

    private func region(of origin: Origin, for output: CGRect) -> CGRect {
        switch origin {
        case .consumer(let index): return consumer(index, output)
        case .producer(let index, let isMoved):
            let result = replaced.reduce(CGRect.null) { $0.joined(with: consumer($1, output)) }
            let own = result.moved(-offset.x, -offset.y).intersectionOrNull(bounds)
            if own.isNull { return .null }
            let region = producer(index, own)
            return isMoved ? region.moved(offset.x, offset.y) : region
        }
    }
}

extension CGRect {
    /// The smallest rectangle around both; a null one does not count.
    fileprivate func joined(with other: CGRect) -> CGRect {
        if isNull { return other }
        if other.isNull { return self }
        return isInfinite || other.isInfinite ? .infinite : union(other)
    }

    /// Moved; infinite and null rectangles stay.
    fileprivate func moved(_ dx: CGFloat, _ dy: CGFloat) -> CGRect {
        isNull || isInfinite || (dx == 0 && dy == 0) ? self : offsetBy(dx: dx, dy: dy)
    }
}
