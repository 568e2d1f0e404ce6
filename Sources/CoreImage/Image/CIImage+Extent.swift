import Foundation
import ImageGraph

extension CIImage {
    /// The same pixels with another extent, transparent where it is larger: some blurs have extents that are larger than what they reach.
    func resized(to extent: CGRect) -> CIImage {
        if node.extent == extent || node.extent.isNull || extent.isNull { return self }
        return CIImage(node: ImageNode(.crop(node, extent), extent: extent))
    }
}
