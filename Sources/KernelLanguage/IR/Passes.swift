/// What happens to a program between lowering and the back ends, in this order.
enum Passes {
    private static let list: [(name: String, run: @Sendable (inout Program) -> Void)] = []

    static func run(_ program: Program) -> Program {
        var program = program
        for pass in list { pass.run(&program) }
        return program
    }
}
