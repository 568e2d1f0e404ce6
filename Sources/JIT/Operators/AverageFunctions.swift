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

    /// The functions for each number of lines, in descending order.
    let functions: [Functions]

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode, instructions: any ProcessorInstructions) throws(ObjectFileError) {
        func function(
            _ action: AverageEmitter.Action, _ shape: AverageEmitter.Shape
        ) throws(ObjectFileError) -> AverageEmitter.Function {
            unsafeBitCast(
                try code.address(of: AverageEmitter.name(action, shape)), to: AverageEmitter.Function.self)
        }
        var functions: [Functions] = []
        for shape in AverageEmitter.shapes(lanes: instructions.registerLanes) {
            functions.append(
                Functions(
                    shape: shape, add: try function(.add, shape), keep: try function(.keep, shape),
                    finish: try function(.finish, shape)))
        }
        (self.functions, self.code) = (functions, code)
    }
}
