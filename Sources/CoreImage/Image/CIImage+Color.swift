import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// Colours multiplied by their alpha: for images whose colours are not premultiplied yet.
    public func premultiplyingAlpha() -> CIImage {
        replacing(node: ImageNode(.premultiply(node), extent: node.extent))
    }

    /// Colours divided by their alpha; where alpha is 0 the colour is 0. Kernels and filters expect premultiplied colour.
    public func unpremultiplyingAlpha() -> CIImage {
        replacing(node: ImageNode(.unpremultiply(node), extent: node.extent))
    }

    /// Takes the image's numbers for colours in `colorSpace` and converts them to the context's working space.
    ///
    /// nil when the space can't be converted from.
    public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
        replacing(node: ImageNode(.convert(node, from: colorSpace, to: nil), extent: node.extent))
    }

    /// Converts the image's colours from the context's working space to `colorSpace`.
    ///
    /// nil when the space can't be converted to.
    public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
        replacing(node: ImageNode(.convert(node, from: nil, to: colorSpace), extent: node.extent))
    }
}
