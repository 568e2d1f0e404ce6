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
        /// Adds the kept sums and stores the averages, by what they are stored as.
        let finish: [AverageEmitter.Component: AverageEmitter.Function]
        /// Stores averages as half floats past the caches; nil for rows, or if the processor can't.
        let streamHalf: AverageEmitter.Function?
        /// The alignment in bytes that it needs for the averages of a group.
        let streamedAlignment: Int
    }

    private let functions: [AverageEmitter.Component: [Functions]]
    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode, instructions: any ProcessorInstructions) throws(ObjectFileError) {
        var all: [AverageEmitter.Component: [Functions]] = [:]
        for component in AverageEmitter.Component.all(instructions) {
            let emitter = AverageEmitter(emitter: OperatorEmitter(instructions: instructions), component: component)
            func function(
                _ action: AverageEmitter.Action, _ shape: AverageEmitter.Shape
            ) throws(ObjectFileError) -> AverageEmitter.Function {
                unsafeBitCast(try code.address(of: emitter.name(action, shape)), to: AverageEmitter.Function.self)
            }
            for shape in emitter.shapes {
                var finish: [AverageEmitter.Component: AverageEmitter.Function] = [
                    .float: try function(.finish, shape)
                ]
                if instructions.hasHalfConversion { finish[.half] = try function(.finishHalf, shape) }
                all[component, default: []].append(
                    Functions(
                        shape: shape, add: try function(.add, shape), keep: try function(.keep, shape), finish: finish,
                        streamHalf: emitter.isDefined(.streamHalf, shape) ? try function(.streamHalf, shape) : nil,
                        streamedAlignment: emitter.streamedAlignment))
            }
        }
        (functions, self.code) = (all, code)
    }

    /// The functions for each number of lines, in descending order. There are none for half floats if the processor
    /// doesn't convert them.
    subscript(component: AverageEmitter.Component) -> [Functions] { functions[component] ?? [] }
}
