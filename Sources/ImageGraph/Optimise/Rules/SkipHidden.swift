import KernelLanguage

/// Drops blends of which only one image shows: the background behind an opaque foreground, a foreground that is transparent.
///
/// Found by following the kernel with what is known of alpha, so that it holds for every kernel, not only for source-over. What is
/// hidden counts as finite: an infinity times 0 would be no number.
struct SkipHidden: GraphRule {
    let name = "skip hidden images"
    let law = "f(x, y) = x where f(p, q) = p for every alpha that x and y are known to have, and finite q"
    let exactness = RuleExactness.exact

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard case .kernel(let application) = node.operation, application.program.kind != .warp,
            application.program.samplerCount > 0
        else { return nil }
        let pixels = AlphaAnalysis.pixels(of: application, inside: node.extent)
        let outputs = KnownValueEvaluation.outputs(of: application, images: pixels)
        if outputs.count == 4, outputs.allSatisfy({ $0.isFloat(0) }) { return .transparent(over: node.extent) }
        return node.copied(application, reading: pixels)
    }
}
