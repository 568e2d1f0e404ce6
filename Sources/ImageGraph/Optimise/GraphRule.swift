/// A law by which the optimiser makes recipes cheaper. Each rule has its own file in `Rules`. `GraphOptimiser.rules`
/// lists all rules in the order in which they run.
public protocol GraphRule: Sendable {
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
    var looksAtVisible: Bool { get }
    /// Returns a node that computes the same as `node`; nil if the law doesn't apply.
    ///
    /// The result must depend only on the arguments. It must have the same pixels as `node` inside `node.extent`, and
    /// the same extent, except for differences outside of `context.visible`.
    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode?
}

extension GraphRule {
    /// Inputs are rewritten first.
    public var order: RuleOrder { .inputsFirst }
    /// False: the rule doesn't depend on the visible region.
    public var looksAtVisible: Bool { false }
}

/// The direction in which a rule is applied to a recipe.
public enum RuleOrder: Sendable, Hashable {
    /// A node's inputs are rewritten before the node.
    case inputsFirst
    /// A node's readers are rewritten before the node, and the inputs of the result after it. For rules that push work
    /// towards the sources.
    case readersFirst
}

/// The precision to which a rule keeps pixels.
public enum RuleExactness: Sendable, Hashable {
    /// Every bit is kept, except for the sign of a zero and the payload of a NaN.
    case exact
    /// Every component is kept to within this relative difference of the larger of 1 and its magnitude. Tests check
    /// this bound.
    case within(Float)
    /// The result follows the documentation, not the separate computation of each node: two resamplings become one.
    case byDefinition
}
