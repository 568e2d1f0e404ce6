import Foundation

/// Makes a recipe cheaper by a flat list of rules.
///
/// Every rule goes once over the whole recipe, inputs before the nodes that read them; the list starts again while something changes.
public struct GraphOptimiser: Sendable {
    /// The rules in order.
    public static let rules: [any GraphRule] = [
        BindClamps(),
        FuseWarps(),
        LowerTransforms(),
        LowerClamps(),
        LowerAlpha(),
        FoldConstants(),
        JoinColorMatrices(),
        FusePointwise(),
        BindViews(),
        SimplifyJoined(),
    ]

    // A rule that undoes another one's work would go on for ever.
    private static let mostRounds = 8

    private let rules: [any GraphRule]

    /// An optimiser with the rules given, for tests of single rules.
    public init(rules: [any GraphRule] = GraphOptimiser.rules) { self.rules = rules }

    /// The optimised recipe with a report of what each rule did.
    ///
    /// - Parameter keepsGraphs: whether the report holds the recipe after each rule that changed it, for `explain`.
    /// - Throws: what a rule throws, such as the failure to make a colour conversion.
    public func optimise(
        _ root: ImageNode, in context: OptimisationContext, keepsGraphs: Bool = false
    ) throws -> Optimisation {
        var context = context
        var result = Optimisation(root: root, steps: [])
        for _ in 0..<Self.mostRounds {
            var changedInRound = false
            for rule in rules {
                let start = DispatchTime.now().uptimeNanoseconds
                context.readers = ReaderCounts(of: result.root)
                let (node, changes) = try rewritten(result.root, by: rule, context)
                let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
                if changes > 0 {
                    result.root = node
                    changedInRound = true
                }
                result.note(rule, changes: changes, seconds: time, graph: keepsGraphs && changes > 0 ? node : nil)
            }
            if !changedInRound { break }
        }
        return result
    }

    /// One rule over the whole recipe, in a loop with a stack of its own, as recipes may be many thousand nodes deep.
    private func rewritten(
        _ root: ImageNode, by rule: any GraphRule, _ context: OptimisationContext
    ) throws -> (ImageNode, changes: Int) {
        var context = context
        var done: [ObjectIdentifier: ImageNode] = [:]
        var changes = 0
        var stack: [(node: ImageNode, isOpen: Bool)] = [(root, false)]
        // A recipe that contains itself stays as it is; the planner refuses it by name.
        var open: Set<ObjectIdentifier> = []
        while let (node, isOpen) = stack.popLast() {
            if done[ObjectIdentifier(node)] != nil { continue }
            let inputs = node.operation.inputs
            if !isOpen {
                guard open.insert(ObjectIdentifier(node)).inserted else { continue }
                stack.append((node, true))
                for input in inputs where done[ObjectIdentifier(input)] == nil { stack.append((input, false)) }
                continue
            }
            let results = inputs.map { done[ObjectIdentifier($0)] ?? $0 }
            let isSame = zip(inputs, results).allSatisfy { $0 === $1 }
            let current = isSame ? node : node.replacingInputs(by: results)
            context.readers.replace(node, by: current)
            if let better = try rule.rewrite(current, in: context) {
                changes += 1
                context.readers.replace(current, by: better)
                if current !== node { context.readers.forget(current) }
                done[ObjectIdentifier(node)] = better
            } else {
                done[ObjectIdentifier(node)] = current
            }
        }
        return (done[ObjectIdentifier(root)] ?? root, changes)
    }
}

/// An optimised recipe and how it came about.
public struct Optimisation: Sendable {
    /// What one rule did in one round.
    public struct Step: Sendable {
        /// The rule.
        public let rule: any GraphRule
        /// Nodes that it replaced.
        public let changes: Int
        /// How long it took.
        public let seconds: Double
        /// The recipe after it, where it was asked for and the rule changed something.
        public let graph: ImageNode?
    }

    /// The recipe to compute.
    public internal(set) var root: ImageNode
    /// Every rule in the order in which it ran.
    public private(set) var steps: [Step]

    init(root: ImageNode, steps: [Step]) { (self.root, self.steps) = (root, steps) }

    mutating func note(_ rule: any GraphRule, changes: Int, seconds: Double, graph: ImageNode?) {
        steps.append(Step(rule: rule, changes: changes, seconds: seconds, graph: graph))
    }
}
