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
        ComputeWhereSampled(),
        JoinTransforms(),
        ReduceSources(),
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
        ClampPlanes(),
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
        var settled: [Int: ImageNode] = [:]
        let all = Array(rules.enumerated())
        try run(all.filter { !$0.element.dependsOnVisibleRegion }, on: &result, &settled, context, keepsGraphs)
        if rules.contains(where: \.dependsOnVisibleRegion) {
            try run(all.filter { $0.element.exactness == .exact }, on: &result, &settled, context, keepsGraphs)
        }
        return result
    }

    /// Applies the rules repeatedly, until none changes anything.
    ///
    /// - Parameter settled: The recipes that rules left as they were, by the rules' places in the list. A rule isn't
    ///   applied to such a recipe again.
    private func run(
        _ rules: [(offset: Int, element: any GraphRule)], on result: inout Optimisation,
        _ settled: inout [Int: ImageNode], _ context: OptimisationContext, _ keepsGraphs: Bool
    ) throws {
        var readers = ReaderCounts(of: result.root)
        for _ in 0..<Self.maximumRounds {
            var changedInRound = false
            for (place, rule) in rules where settled[place] !== result.root {
                let start = DispatchTime.now().uptimeNanoseconds
                try WorkMeter.current?.checkTime()
                var walk = try RuleWalk(rule: rule, root: result.root, readers: readers, context: context)
                let node = try walk.run()
                let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
                if walk.changes > 0 {
                    result.root = node
                    readers = ReaderCounts(of: node)
                    changedInRound = true
                } else {
                    settled[place] = result.root
                }
                result.note(
                    rule, changes: walk.changes, seconds: time, graph: keepsGraphs && walk.changes > 0 ? node : nil)
            }
            if !changedInRound { break }
        }
    }
}
