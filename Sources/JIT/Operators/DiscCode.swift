/// Sweeps over discs. The functions live as long as a copy of this value.
struct DiscCode: Sendable {
    /// Rows joined to columns, by fold.
    let join: [DiscText.Fold: DiscText.JoinFunction]
    /// Columns folded into results, by fold.
    let fold: [DiscText.Fold: DiscText.FoldFunction]

    /// Shifted lines folded into results, by fold.
    let gather: [DiscText.Fold: DiscText.FoldFunction]

    private let code: MachineCode

    /// Finds the functions. Throws `ObjectFileError` where one is missing.
    init(_ code: MachineCode) throws(ObjectFileError) {
        var join: [DiscText.Fold: DiscText.JoinFunction] = [:]
        var (fold, gather): ([DiscText.Fold: DiscText.FoldFunction], [DiscText.Fold: DiscText.FoldFunction]) = (
            [:], [:]
        )
        for kind in DiscText.Fold.allCases {
            join[kind] = unsafeBitCast(
                try code.address(of: DiscText.joinName(kind)), to: DiscText.JoinFunction.self)
            fold[kind] = unsafeBitCast(
                try code.address(of: DiscText.foldName(kind)), to: DiscText.FoldFunction.self)
            gather[kind] = unsafeBitCast(
                try code.address(of: DiscText.gatherName(kind)), to: DiscText.FoldFunction.self)
        }
        (self.join, self.fold, self.gather, self.code) = (join, fold, gather, code)
    }
}
