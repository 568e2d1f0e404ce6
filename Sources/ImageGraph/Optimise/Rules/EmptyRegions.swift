import Foundation

/// Replaces steps with empty results, and steps over empty images.
struct EmptyRegions: GraphRule {
    let name = "skip empty images"
    let law = "f(0) = 0 for crops, clamps, transforms, alpha and colour conversions; an image without extent is empty"
    let exactness = RuleExactness.exact

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        if node.extent.isNull { return node === ImageNode.empty ? nil : .empty }
        switch node.operation {
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _), .premultiply(let image),
            .unpremultiply(let image), .convert(let image, _, _):
            return image.isTransparent ? .transparent(over: node.extent) : nil
        default: return nil
        }
    }
}
