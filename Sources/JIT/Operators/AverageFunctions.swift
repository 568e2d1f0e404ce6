/// Generated functions that compute running sums for averages. The functions exist as long as a copy of this value.
struct AverageFunctions: Sendable {
    /// The numbers of lines that the functions process at a time, in descending order.
    let shapes: [AverageEmitter.Shape]
    /// The functions of each shape.
    let functions: [[AverageEmitter.Action: AverageEmitter.Function]]

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode, lanes: Int) throws(ObjectFileError) {
        shapes = AverageEmitter.shapes(lanes: lanes)
        var all: [[AverageEmitter.Action: AverageEmitter.Function]] = []
        for shape in shapes {
            var functions: [AverageEmitter.Action: AverageEmitter.Function] = [:]
            for action in AverageEmitter.Action.allCases {
                functions[action] = unsafeBitCast(
                    try code.address(of: AverageEmitter.name(action, shape)), to: AverageEmitter.Function.self)
            }
            all.append(functions)
        }
        (functions, self.code) = (all, code)
    }
}
