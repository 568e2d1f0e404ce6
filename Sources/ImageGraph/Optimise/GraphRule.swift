/// One law by which the optimiser makes recipes cheaper. Each rule is one file in `Rules`, and `GraphOptimiser.rules` lists them all in
/// the order in which they run.
public protocol GraphRule: Sendable {
    /// What it does, in a few words, for `explain`.
    var name: String { get }
    /// Why the result is the same: the equation that holds.
    var law: String { get }
    /// How nearly the result is the same.
    var exactness: RuleExactness { get }
    /// Which way the rule goes through a recipe.
    var order: RuleOrder { get }
    /// Whether the rule asks for `context.visible` or `context.needs`. Such a rule must be exact, and runs after all rules that aren't,
    /// so that a pixel doesn't depend on the region that it is rendered with.
    var looksAtVisible: Bool { get }
    /// A node that computes the same as `node`; nil where the law doesn't apply.
    ///
    /// Must not depend on anything but its arguments. The result's pixels inside `node.extent` are those of `node`, and so are its
    /// extent's, unless nobody can see the difference (`context.visible`).
    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode?
}

extension GraphRule {
    /// Inputs first.
    public var order: RuleOrder { .inputsFirst }
    /// It doesn't.
    public var looksAtVisible: Bool { false }
}

/// Which way a rule goes through a recipe.
public enum RuleOrder: Sendable, Hashable {
    /// A node's inputs have been rewritten already.
    case inputsFirst
    /// A node's readers have been rewritten already, and the result's inputs come next: for rules that push work towards the sources.
    case readersFirst
}

/// How nearly a rule keeps pixels.
public enum RuleExactness: Sendable, Hashable {
    /// Every bit, but for the sign of a zero and the payload of a NaN.
    case exact
    /// Every component to within this relative difference of the larger of 1 and its magnitude; the tests hold rules to it.
    case within(Float)
    /// The result is what the documentation promises, not what the nodes would compute one by one: two resamplings become one.
    case byDefinition
}
