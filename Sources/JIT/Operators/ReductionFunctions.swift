/// Generated functions that reduce rectangles. The functions exist as long as a copy of this value.
struct ReductionFunctions: Sendable {
    /// The functions for sums and extremes.
    let reduce: [ReductionEmitter.Kind: ReductionEmitter.Function]
    /// Adds up the pixels of each column.
    let sumColumns: ReductionEmitter.Function
    /// Counts values in bins.
    let histogram: ReductionEmitter.HistogramFunction

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode) throws(ObjectFileError) {
        var reduce: [ReductionEmitter.Kind: ReductionEmitter.Function] = [:]
        for kind in ReductionEmitter.Kind.allCases {
            reduce[kind] = unsafeBitCast(
                try code.address(of: ReductionEmitter.name(kind)), to: ReductionEmitter.Function.self)
        }
        self.reduce = reduce
        sumColumns = unsafeBitCast(
            try code.address(of: ReductionEmitter.columnsName), to: ReductionEmitter.Function.self)
        histogram = unsafeBitCast(
            try code.address(of: ReductionEmitter.histogramName), to: ReductionEmitter.HistogramFunction.self)
        self.code = code
    }
}
