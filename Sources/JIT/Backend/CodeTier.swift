/// How much time goes into a kernel's code. Code of both tiers computes the same pixels.
enum CodeTier: Sendable, Hashable {
    /// Code that is ready soon: one version for all blocks of pixels, which LLVM doesn't optimise.
    case baseline
    /// Code that is fast: versions for the usual blocks as well, for the full width of the processor.
    case optimized

    /// Number of pixels that the code computes at a time.
    ///
    /// In baseline code with AVX-512, the positions of a block's pixels, which are doubles, fit one register. LLVM then
    /// has to split nothing, which takes up to a third off its time.
    func lanes(_ processor: TargetProcessor) -> Int {
        switch self {
        case .baseline: max(4, processor.registerLanes / 2)
        case .optimized: processor.lanes
        }
    }
}
