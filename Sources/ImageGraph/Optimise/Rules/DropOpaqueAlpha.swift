import Pixels

/// Drops multiplications and divisions by an alpha that is 1 everywhere.
struct DropOpaqueAlpha: GraphRule {
    let name = "skip alpha of opaque images"
    let law = "x·α = x/α = x where α = 1"
    let exactness = RuleExactness.exact

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        switch node.operation {
        case .premultiply(let image), .unpremultiply(let image):
            AlphaAnalysis.isOpaque(image) ? image.restricted(to: node.extent) : nil
        default: nil
        }
    }
}
