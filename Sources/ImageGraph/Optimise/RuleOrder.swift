/// The direction in which a rule is applied to a recipe.
package enum RuleOrder: Sendable, Hashable {
    /// A node's inputs are rewritten before the node.
    case inputsFirst
    /// A node's readers are rewritten before the node, and the inputs of the result after it. For rules that push work
    /// towards the sources.
    case readersFirst
}
