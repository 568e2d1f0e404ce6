/// The passes between lowering and the backends.
enum Passes {
    typealias Pass = @Sendable (inout Program) -> Void

    /// The passes in order. Each preserves every bit of the result, except for the rounding of sampler space that the
    /// sampling pass removes.
    static let list: [(name: String, run: Pass)] =
        [
            ("forward values", ForwardValues.run),
            ("fold constants", ConstantFolding.run),
            ("flatten branches", BranchFlattening.run),
            ("sample in working space", WorkingSpaceSampling.run),
        ] + cleanUpPasses

    /// The passes that are useful for a program joined from programs that have been through `list` already.
    static let cleanUpPasses: [(name: String, run: Pass)] = [
        ("forward values", ForwardValues.run),
        ("fold constants", ConstantFolding.run),
        ("hoist uniform values", UniformHoisting.run),
        ("share subexpressions", CommonSubexpressions.run),
        ("remove dead code", DeadCode.run),
        ("find uniform values", UniformityAnalysis.run),
        ("renumber", Renumbering.run),
    ]
}
