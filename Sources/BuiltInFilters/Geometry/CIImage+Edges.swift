import CoreImageEssentials
import Foundation

extension CIImage {
    /// Returns the result of `body`, for filters that need this image's corners or centre. For an empty image the
    /// result is empty; for an image of infinite extent it is an image whose rendering throws an error.
    func withEdges(for filter: String, _ body: (CIImage) -> CIImage) -> CIImage {
        if extent.isNull || extent.isEmpty { return .empty() }
        if let problem = problemOfEdges(filter: filter, key: kCIInputImageKey) { return .failed(problem) }
        return body(self)
    }

    /// Returns an error if the extent is infinite or too large to have corners and a centre, otherwise nil.
    ///
    /// - Parameter key: The key of the filter's input that the image is the value of.
    func problemOfEdges(filter: String, key: String) -> CIFilterError? {
        if extent.isNull { return nil }
        let edges = [extent.minX, extent.minY, extent.maxX, extent.maxY]
        if !extent.isInfinite, edges.allSatisfy({ abs($0) < Quadrilateral.limit }) { return nil }
        return .badValue(filter: filter, key: key, reason: "it is infinite or too large to have edges; crop it first")
    }
}
