import Pixels

/// Drops a multiplication by alpha and the division that reverses it.
///
/// A division returns 0 where alpha is 0, so colour must be known to be 0 there. The law holds if quotients are finite
/// and products don't underflow.
struct CancelAlphaPairs: GraphRule {
    let name = "cancel premultiplication"
    let law = "(x/α)·α = (x·α)/α = x where x = 0 wherever α = 0"
    let exactness = RuleExactness.within(0x1p-21)

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        let image: ImageNode
        switch node.operation {
        case .premultiply(let inner):
            guard case .unpremultiply(let innermost) = inner.operation else { return nil }
            image = innermost
        case .unpremultiply(let inner):
            guard case .premultiply(let innermost) = inner.operation else { return nil }
            image = innermost
        default: return nil
        }
        return AlphaAnalysis.vanishesWithAlpha(image) ? image.restricted(to: node.extent) : nil
    }
}
