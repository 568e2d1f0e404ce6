import Foundation

extension CIImage {
    /// What `body` makes of this image, for filters that need its corners or its middle: an image without pixels stays one, and for
    /// an image without edges there is one whose rendering throws the reason.
    func withEdges(for filter: String, _ body: (CIImage) -> CIImage) -> CIImage {
        if extent.isNull || extent.isEmpty { return .empty() }
        let edges = [extent.minX, extent.minY, extent.maxX, extent.maxY]
        guard !extent.isInfinite, edges.allSatisfy({ abs($0) < Quadrilateral.limit }) else {
            let reason = "it has no edges; crop it first"
            return .failed(CIFilterError.badValue(filter: filter, key: kCIInputImageKey, reason: reason))
        }
        return body(self)
    }
}
