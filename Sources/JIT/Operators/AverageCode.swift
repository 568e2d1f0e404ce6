/// Running sums for averages. The functions live as long as a copy of this value.
struct AverageCode: Sendable {
    /// Lines that the functions take at a time, the most first.
    let shapes: [AverageText.Shape]
    /// The functions of each shape.
    let functions: [[AverageText.Action: AverageText.Function]]

    private let code: MachineCode

    /// Finds the functions. Throws `ObjectFileError` where one is missing.
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
