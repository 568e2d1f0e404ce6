/// An optimised recipe, and a report of the optimisation.
package struct Optimisation: Sendable {
    /// The effect of one rule in one round.
    package struct Step: Sendable {
        /// The rule.
        package let rule: any GraphRule
        /// Number of nodes that the rule replaced.
        package let changes: Int
        /// Duration in seconds.
        package let seconds: Double
        /// The recipe after the rule, if graphs are kept and the rule changed something.
        package let graph: ImageNode?
    }

    /// The recipe to compute.
    package internal(set) var root: ImageNode
    /// The steps, in the order in which the rules ran.
    package private(set) var steps: [Step]

    init(root: ImageNode, steps: [Step]) { (self.root, self.steps) = (root, steps) }

    mutating func note(_ rule: any GraphRule, changes: Int, seconds: Double, graph: ImageNode?) {
        steps.append(Step(rule: rule, changes: changes, seconds: seconds, graph: graph))
    }
}
