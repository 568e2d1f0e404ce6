/// One law by which the optimiser makes recipes cheaper. Each rule is one file in `Rules`, and `GraphOptimiser.rules` lists them all in
/// the order in which they run.
public protocol GraphRule: Sendable {
    /// What it does, in a few words, for `explain`.
    var name: String { get }
    /// Why the result is the same: the equation that holds.
    var law: String { get }
    /// How nearly the result is the same.
    var exactness: RuleExactness { get }
    /// A node that computes the same as `node`, whose inputs have been rewritten already; nil where the law doesn't apply.
    ///
    /// Must not depend on anything but its arguments. The result's pixels inside `node.extent` are those of `node`, and so are its
    /// extent's, unless nobody can see the difference (`context.visible`).
    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode?
}

/// How nearly a rule keeps pixels.
public enum RuleExactness: Sendable, Hashable {
    /// Every bit.
    case exact
    /// Every component to within this relative difference of the larger of 1 and its magnitude; the tests hold rules to it.
    case within(Float)
}
