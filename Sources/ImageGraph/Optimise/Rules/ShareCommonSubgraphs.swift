/// Computes equal parts of a recipe once.
///
/// Two nodes are equal if their operations, arguments, extents and inputs are. Operators are compared by `identity`.
/// Kernels that sample freely are equal only if their region functions are known to be the same.
struct ShareCommonSubgraphs: GraphRule {
    let name = "share common subgraphs"
    let law = "f(x) and f(x) = one f(x), read twice"
    let exactness = RuleExactness.exact

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard let first = context.visitedNodes.first(like: node), first !== node else { return nil }
        return first
    }
}
