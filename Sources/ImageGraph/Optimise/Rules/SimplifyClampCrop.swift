import Foundation
import Pixels

/// Replaces two consecutive crops or clamps by one, and simplifies crops and clamps of constant colours.
struct SimplifyClampCrop: GraphRule {
    let name = "simplify clamps and crops"
    let law =
        "crop_B(crop_A x) = crop_A∩B x; clamp_B(clamp_A x) = clamp_C x, where C is the part of A nearest to B; "
        + "crop_B(clamp_A x) = crop_B x for B in A"
    let exactness = RuleExactness.exact

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        switch node.operation {
        case .crop(let image, let rect): return cropped(image, rect, node.extent)
        case .clamp(let image, let rect): return clamped(image, rect, node.extent)
        default: return nil
        }
    }

    private func cropped(_ image: ImageNode, _ rect: CGRect, _ extent: CGRect) -> ImageNode? {
        guard image.extent.enclosingWholePixels.encloses(extent) else { return nil }
        switch image.operation {
        case .crop(let inner, _): return ImageNode(.crop(inner, extent), extent: extent)
        case .constant: return ImageNode(image.operation, extent: extent)
        case .clamp(let inner, let part) where part.encloses(extent):
            return ImageNode(.crop(inner, extent), extent: extent)
        default: return nil
        }
    }

    private func clamped(_ image: ImageNode, _ rect: CGRect, _ extent: CGRect) -> ImageNode? {
        guard image.extent.enclosingWholePixels.encloses(rect) else { return nil }
        switch image.operation {
        case .constant: return ImageNode(image.operation, extent: extent)
        case .clamp(let inner, let part):
            return ImageNode(.clamp(inner, rect.nearestPart(of: part)), extent: extent)
        default: return nil
        }
    }
}
