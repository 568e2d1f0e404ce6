/// Generated functions that compute running sums for averages. The functions exist as long as a copy of this value.
struct AverageCode: Sendable {
    /// The numbers of lines that the functions process at a time, in descending order.
    let shapes: [AverageText.Shape]
    /// The functions of each shape.
    let functions: [[AverageText.Action: AverageText.Function]]

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode, lanes: Int) throws(ObjectFileError) {
        shapes = AverageText.shapes(lanes: lanes)
        var all: [[AverageText.Action: AverageText.Function]] = []
        for shape in shapes {
            var functions: [AverageText.Action: AverageText.Function] = [:]
            for action in AverageText.Action.allCases {
                functions[action] = unsafeBitCast(
                    try code.address(of: AverageText.name(action, shape)), to: AverageText.Function.self)
            }
            all.append(functions)
        }
        (functions, self.code) = (all, code)
    }
}
