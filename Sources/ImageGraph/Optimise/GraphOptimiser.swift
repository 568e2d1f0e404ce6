import Foundation
import Pixels

/// Makes a recipe cheaper by applying a flat list of rules.
///
/// Every rule is applied once to the whole recipe, and the list is repeated while something changes. Rules that depend
/// on the visible region run after all others have finished, together with the exact rules only. The bits of a pixel
/// therefore never depend on the region around it.
package struct GraphOptimiser: Sendable {
    /// All rules, in order.
    package static let rules: [any GraphRule] = [
        SeparateTables(),
        ShareCommonSubgraphs(),
        DropIdentities(),
        SimplifyClampCrop(),
        EmptyRegions(),
        JoinTransforms(),
        ConvertAfterResampling(),
        DownscaleFirst(),
        PushCrops(),
        CancelColorPairs(),
        DropOpaqueAlpha(),
        CancelAlphaPairs(),
        LowerSources(),
        LowerColors(),
        SkipHidden(),
        ClipToVisible(),
        FuseWarps(),
        LowerTransforms(),
        BindClamps(),
        LowerClamps(),
        LowerAlpha(),
        FoldConstants(),
        MultiplyColorMatrices(),
        SkipAlphaBetweenConversions(),
        FusePointwise(),
        BindThroughCropsAndMoves(),
        SimplifyFusedKernels(),
    ]

    // The limit ends the repetition if one rule undoes another one's work.
    private static let maximumRounds = 8

    private let rules: [any GraphRule]

    /// Creates an optimiser with the given rules; tests use this for single rules.
    package init(rules: [any GraphRule] = GraphOptimiser.rules) { self.rules = rules }

    /// Returns the optimised recipe, with a report of what each rule did.
    ///
    /// - Parameter keepsGraphs: Whether the report contains the recipe after each rule that changed it, for `explain`.
    /// - Throws: The error of a rule, such as a colour conversion that can't be created.
    package func optimise(
        _ root: ImageNode, in context: OptimisationContext, keepsGraphs: Bool = false
    ) throws -> Optimisation {
        var result = Optimisation(root: root, steps: [])
        try run(rules.filter { !$0.dependsOnVisibleRegion }, on: &result, context, keepsGraphs: keepsGraphs)
        if rules.contains(where: \.dependsOnVisibleRegion) {
            try run(rules.filter { $0.exactness == .exact }, on: &result, context, keepsGraphs: keepsGraphs)
        }
        return result
    }

    /// Applies the rules repeatedly, until none changes anything.
    private func run(
        _ rules: [any GraphRule], on result: inout Optimisation, _ context: OptimisationContext, keepsGraphs: Bool
    ) throws {
        for _ in 0..<Self.maximumRounds {
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
