/// Reductions of rectangles. The functions live as long as a copy of this value.
struct ReductionCode: Sendable {
    /// Sums and extremes.
    let reduce: [ReductionText.Kind: ReductionText.Function]
    /// Sums of columns.
    let sumColumns: ReductionText.Function
    /// Counts of values.
    let histogram: ReductionText.HistogramFunction

    private let code: MachineCode

    /// Finds the functions. Throws `ObjectFileError` where one is missing.
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
