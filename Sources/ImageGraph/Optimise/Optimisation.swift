/// An optimised recipe, and a report of the optimisation.
public struct Optimisation: Sendable {
    /// The effect of one rule in one round.
    public struct Step: Sendable {
        /// The rule.
        public let rule: any GraphRule
        /// Number of nodes that the rule replaced.
        public let changes: Int
        /// Duration in seconds.
        public let seconds: Double
        /// The recipe after the rule, if graphs are kept and the rule changed something.
        public let graph: ImageNode?
    }

    /// The recipe to compute.
    public internal(set) var root: ImageNode
    /// The steps, in the order in which the rules ran.
    public private(set) var steps: [Step]

    init(root: ImageNode, steps: [Step]) { (self.root, self.steps) = (root, steps) }

    mutating func note(_ rule: any GraphRule, changes: Int, seconds: Double, graph: ImageNode?) {
        steps.append(Step(rule: rule, changes: changes, seconds: seconds, graph: graph))
    }
}
