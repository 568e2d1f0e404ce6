import Foundation
import ImageGraph

extension CIImage {
    /// Returns the same pixels with another extent, transparent outside the present one. Used for blurs whose
    /// documented extent is larger than the area they reach.
    package func resized(to extent: CGRect) -> CIImage {
        if node.extent == extent || node.extent.isNull || extent.isNull { return self }
        return mapNode { ImageNode(.crop($0, extent), extent: extent) }
    }
}
