/// Generated functions that compute running sums for averages. The functions exist as long as a copy of this value.
struct AverageFunctions: Sendable {
    /// The functions for one number of lines.
    struct Functions: Sendable {
        /// The number of lines.
        let shape: AverageEmitter.Shape
        /// Only adds up.
        let add: AverageEmitter.Function
        /// Stores each sum among the kept sums.
        let keep: AverageEmitter.Function
        /// Adds the kept sums and stores the averages.
        let finish: AverageEmitter.Function
    }

    private let functions: [OperatorComponent: [Functions]]
    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode, instructions: any ProcessorInstructions) throws(ObjectFileError) {
        var all: [OperatorComponent: [Functions]] = [:]
        for component in OperatorComponent.allCases {
            let emitter = AverageEmitter(emitter: OperatorEmitter(instructions: instructions), component: component)
            func function(
                _ action: AverageEmitter.Action, _ shape: AverageEmitter.Shape
            ) throws(ObjectFileError) -> AverageEmitter.Function {
                unsafeBitCast(try code.address(of: emitter.name(action, shape)), to: AverageEmitter.Function.self)
            }
            for shape in emitter.shapes {
                all[component, default: []].append(
                    Functions(
                        shape: shape, add: try function(.add, shape), keep: try function(.keep, shape),
                        finish: try function(.finish, shape)))
            }
        }
        (functions, self.code) = (all, code)
    }

    /// The functions for each number of lines, in descending order.
    subscript(component: OperatorComponent) -> [Functions] { functions[component] ?? [] }
}
