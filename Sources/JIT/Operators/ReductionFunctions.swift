/// Generated functions that reduce rectangles. The functions exist as long as a copy of this value.
struct ReductionFunctions: Sendable {
    /// The functions for one type of components.
    struct Functions: Sendable {
        /// The functions for sums and extremes.
        let reduce: [ReductionEmitter.Kind: ReductionEmitter.Function]
        /// Adds up the pixels of each column.
        let sumColumns: ReductionEmitter.Function
    }

    /// The functions that read floats.
    let floats: Functions
    /// The functions that read bytes.
    let bytes: Functions
    /// Counts floats in bins.
    let histogram: ReductionEmitter.HistogramFunction

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode, instructions: any ProcessorInstructions) throws(ObjectFileError) {
        func functions(_ component: OperatorComponent) throws(ObjectFileError) -> Functions {
            let emitter = ReductionEmitter(emitter: OperatorEmitter(instructions: instructions), component: component)
            var reduce: [ReductionEmitter.Kind: ReductionEmitter.Function] = [:]
            for kind in ReductionEmitter.Kind.allCases {
                reduce[kind] = unsafeBitCast(
                    try code.address(of: emitter.name(kind)), to: ReductionEmitter.Function.self)
            }
            return Functions(
                reduce: reduce,
                sumColumns: unsafeBitCast(
                    try code.address(of: emitter.columnsName), to: ReductionEmitter.Function.self))
        }
        floats = try functions(.float)
        bytes = try functions(.byte)
        histogram = unsafeBitCast(
            try code.address(of: ReductionEmitter.histogramName), to: ReductionEmitter.HistogramFunction.self)
        self.code = code
    }
}
