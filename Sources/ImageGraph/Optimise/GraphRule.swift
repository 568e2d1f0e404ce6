/// A law by which the optimiser makes recipes cheaper. Each rule has its own file in `Rules`. `GraphOptimiser.rules`
/// lists all rules in the order in which they run.
package protocol GraphRule: Sendable {
    /// A short description of the rule's effect, for `explain`.
    var name: String { get }
    /// The equation by which the result is the same.
    var law: String { get }
    /// The precision to which the result is the same.
    var exactness: RuleExactness { get }
    /// The direction in which the rule is applied to a recipe.
    var order: RuleOrder { get }
    /// Whether the rule uses `context.visible` or `context.needs`. Such a rule must be exact, and runs after all rules
    /// that aren't, so that a pixel doesn't depend on the region that it is rendered with.
    var dependsOnVisibleRegion: Bool { get }
    /// Returns a node that computes the same as `node`; nil if the law doesn't apply.
    ///
    /// The result must depend only on the arguments. It must have the same pixels as `node` inside `node.extent`, and
    /// the same extent, except for differences outside of `context.visible`.
    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode?
}

extension GraphRule {
    /// Inputs are rewritten first.
    package var order: RuleOrder { .inputsFirst }
    /// False: the rule doesn't depend on the visible region.
    package var dependsOnVisibleRegion: Bool { false }
}
