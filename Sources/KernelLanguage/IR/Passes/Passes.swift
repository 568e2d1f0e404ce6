/// What happens to a program between lowering and the back ends.
enum Passes {
    /// The passes in order. Each keeps the program's meaning, bit for bit.
    static let list: [(name: String, run: @Sendable (inout Program) -> Void)] = [
        ("forward values", ForwardValues.run),
        ("fold constants", ConstantFolding.run),
        ("flatten branches", BranchFlattening.run),
        ("forward values", ForwardValues.run),
        ("fold constants", ConstantFolding.run),
        ("hoist uniform values", UniformHoisting.run),
        ("share subexpressions", CommonSubexpressions.run),
        ("remove dead code", DeadCode.run),
        ("find uniform values", UniformityAnalysis.run),
        ("renumber", Renumbering.run),
    ]

    static func run(_ program: Program) -> Program {
        var program = program
        for pass in list { pass.run(&program) }
        return program
    }
}
