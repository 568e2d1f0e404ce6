import Pixels

/// Decodes a picture that is only shown smaller at a fraction of its size, and resamples that.
///
/// A decoder that leaves out the fine detail of a JPEG saves most of its time, and the resampling reads fewer pixels.
/// What the reduction averages is what is stored, not linear light, and its filter is the decoder's. So the resampling
/// must still shrink the reduced picture by `leastRest`, which keeps differences small, see the article
/// `ReadingPictureFiles`. Only sources that offer reductions are reduced, and only if no part of the recipe reads them
/// in another way. The decision depends on the recipe alone, not on the region.
struct ReduceSources: GraphRule {
    let name = "decode pictures smaller"
    let law = "S(x) = S′(reduced x), where S shrinks a source x with repeated edges, and S′ does what is left of S"
    let exactness = RuleExactness.byDefinition

    /// Returns how many pixels of a picture reduced by `factor`, along a side, must make one pixel of the result.
    ///
    /// Larger reductions average more of the stored values, so less of the difference must come through.
    private static func leastRest(after factor: Double) -> Double { factor <= 2 ? 1.5 : factor <= 4 ? 2 : 3 }

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        // The decision takes the whole recipe.
        guard context.root == ObjectIdentifier(node) else { return nil }
        let nodes = node.nodesInputsFirst
        guard nodes.contains(where: \.isReducible) else { return nil }
        var replacements: [ObjectIdentifier: ImageNode] = [:]
        for uses in ScaledSourceUses(in: nodes).sources {
            guard let reduced = Self.reduced(uses) else { continue }
            for (use, result) in zip(uses.all, reduced.results) { replacements[ObjectIdentifier(use.result)] = result }
        }
        if replacements.isEmpty { return nil }
        for node in nodes where replacements[ObjectIdentifier(node)] == nil {
            let inputs = node.operation.inputs
            let results = inputs.map { replacements[ObjectIdentifier($0)] ?? $0 }
            if zip(inputs, results).contains(where: { $0 !== $1 }) {
                replacements[ObjectIdentifier(node)] = node.replacingInputs(by: results)
            }
        }
        return replacements[ObjectIdentifier(node)]
    }

    /// Returns the greatest reduction of a source that suits all of its uses, and their results; nil if none does.
    fileprivate static func reduced(
        _ uses: ScaledSourceUses.Uses
    ) -> (reduction: SourceReduction, results: [ImageNode])? {
        for reduction in uses.source.reductions.reversed() {
            let least = leastRest(after: max(reduction.horizontalFactor, reduction.verticalFactor))
            guard uses.all.allSatisfy({ $0.rest(after: reduction) >= least }) else { continue }
            let reduced = uses.source.reduced(by: reduction)
            let results = uses.all.compactMap { $0.replaced(by: reduced, reduction) }
            if results.count == uses.all.count { return (reduction, results) }
        }
        return nil
    }
}

extension ImageNode {
    /// The sources of this recipe that `ReduceSources` decodes at a fraction of their size.
    package var reducedSources: [(source: any ReducibleSource, reduction: SourceReduction)] {
        let nodes = nodesInputsFirst
        guard nodes.contains(where: \.isReducible) else { return [] }
        return ScaledSourceUses(in: nodes).sources.compactMap { uses in
            ReduceSources.reduced(uses).map { (uses.source, $0.reduction) }
        }
    }

    /// Whether this is a source that can be decoded at a fraction of its size.
    fileprivate var isReducible: Bool {
        guard case .source(let source as any ReducibleSource, _) = operation else { return false }
        return !source.reductions.isEmpty
    }
}
