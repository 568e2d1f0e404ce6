import CoreImageEssentials
import Foundation

extension CIImage {
    /// Returns the result of `body`, for filters that need this image's corners or centre. For an empty image the
    /// result is empty; for an image of infinite extent it is an image whose rendering throws an error.
    func withEdges(for filter: String, _ body: (CIImage) -> CIImage) -> CIImage {
        if extent.isNull || extent.isEmpty { return .empty() }
        let edges = [extent.minX, extent.minY, extent.maxX, extent.maxY]
        guard !extent.isInfinite, edges.allSatisfy({ abs($0) < Quadrilateral.limit }) else {
            let reason = "it is infinite or too large to have edges; crop it first"
            return .failed(CIFilterError.badValue(filter: filter, key: kCIInputImageKey, reason: reason))
        }
        return body(self)
    }
}
