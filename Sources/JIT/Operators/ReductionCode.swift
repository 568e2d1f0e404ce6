/// Generated functions that reduce rectangles. The functions exist as long as a copy of this value.
struct ReductionCode: Sendable {
    /// The functions for sums and extremes.
    let reduce: [ReductionText.Kind: ReductionText.Function]
    /// Adds up the pixels of each column.
    let sumColumns: ReductionText.Function
    /// Counts values in bins.
    let histogram: ReductionText.HistogramFunction

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode) throws(ObjectFileError) {
        var reduce: [ReductionText.Kind: ReductionText.Function] = [:]
        for kind in ReductionText.Kind.allCases {
            reduce[kind] = unsafeBitCast(
                try code.address(of: ReductionText.name(kind)), to: ReductionText.Function.self)
        }
        self.reduce = reduce
        sumColumns = unsafeBitCast(
            try code.address(of: ReductionText.columnsName), to: ReductionText.Function.self)
        histogram = unsafeBitCast(
            try code.address(of: ReductionText.histogramName), to: ReductionText.HistogramFunction.self)
        self.code = code
    }
}
