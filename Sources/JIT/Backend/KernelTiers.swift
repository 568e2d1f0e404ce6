import ImageGraph

/// How a kernel's code of both tiers is obtained.
enum KernelTiers: Sendable {
    /// A cache has the optimised code.
    case cached(any PreparedKernel)
    /// The code has to be generated, by these functions.
    case missing(
        baseline: @Sendable () throws -> any PreparedKernel, optimized: @Sendable () throws -> any PreparedKernel)
}
