/// What happens to a program between lowering and the back ends.
enum Passes {
    typealias Pass = @Sendable (inout Program) -> Void

    /// The passes in order. Each keeps the program's meaning, bit for bit but for the rounding of sampler space, where there is some.
    static let list: [(name: String, run: Pass)] =
        [
            ("forward values", ForwardValues.run),
            ("fold constants", ConstantFolding.run),
            ("flatten branches", BranchFlattening.run),
            ("sample in working space", WorkingSpaceSampling.run),
        ] + afterJoining

    /// What is worthwhile for a program whose parts have been through `list` already.
    static let afterJoining: [(name: String, run: Pass)] = [
        ("forward values", ForwardValues.run),
        ("fold constants", ConstantFolding.run),
        ("hoist uniform values", UniformHoisting.run),
        ("share subexpressions", CommonSubexpressions.run),
        ("remove dead code", DeadCode.run),
        ("find uniform values", UniformityAnalysis.run),
        ("renumber", Renumbering.run),
    ]
}
