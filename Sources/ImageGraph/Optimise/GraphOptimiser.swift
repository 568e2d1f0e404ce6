import Foundation
import Pixels

/// Makes a recipe cheaper by a flat list of rules.
///
/// Every rule goes once over the whole recipe; the list starts again while something changes. Rules that look at what is visible come
/// in when the others have finished, together with all exact ones: so the bits of a pixel never depend on the region around it.
public struct GraphOptimiser: Sendable {
    /// The rules in order.
    public static let rules: [any GraphRule] = [
        SeparateTables(),
        ShareCommonSubgraphs(),
        DropIdentities(),
        SimplifyClampCrop(),
        EmptyRegions(),
        JoinTransforms(),
        DownscaleFirst(),
        PushCrops(),
        CancelColorPairs(),
        DropOpaqueAlpha(),
        CancelAlphaPairs(),
        LowerSources(),
        LowerColors(),
        SkipHidden(),
        ClipToVisible(),
        BindClamps(),
        FuseWarps(),
        LowerTransforms(),
        LowerClamps(),
        LowerAlpha(),
        FoldConstants(),
        JoinColorMatrices(),
        StraightenColors(),
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
        var result = Optimisation(root: root, steps: [])
        try run(rules.filter { !$0.looksAtVisible }, on: &result, context, keepsGraphs: keepsGraphs)
        if rules.contains(where: \.looksAtVisible) {
            try run(rules.filter { $0.exactness == .exact }, on: &result, context, keepsGraphs: keepsGraphs)
        }
        return result
    }

    /// The rules again and again, until none changes anything.
    private func run(
        _ rules: [any GraphRule], on result: inout Optimisation, _ context: OptimisationContext, keepsGraphs: Bool
    ) throws {
        for _ in 0..<Self.mostRounds {
            var changedInRound = false
            for rule in rules {
                let start = DispatchTime.now().uptimeNanoseconds
                try WorkMeter.current?.checkTime()
                var walk = try RuleWalk(rule: rule, root: result.root, context: context)
                let node = try walk.run()
                let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
                if walk.changes > 0 {
                    result.root = node
                    changedInRound = true
                }
                result.note(
                    rule, changes: walk.changes, seconds: time, graph: keepsGraphs && walk.changes > 0 ? node : nil)
            }
            if !changedInRound { break }
        }
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
