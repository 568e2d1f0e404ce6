import KernelLanguage

/// Drops blends that show only one of their images, because the foreground is opaque or transparent.
///
/// The kernel is evaluated with the known alpha values, so the rule applies to every kernel, not only to source-over.
/// Hidden pixels are assumed to be finite, because infinity times 0 is NaN.
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
