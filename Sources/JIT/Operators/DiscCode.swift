/// Generated functions for sweeps over discs and lines. The functions exist as long as a copy of this value.
struct DiscCode: Sendable {
    /// The functions that join two rows and add them to columns, by fold.
    let join: [DiscText.Fold: DiscText.JoinFunction]
    /// The functions that fold columns into results, by fold.
    let fold: [DiscText.Fold: DiscText.FoldFunction]
    /// The functions that fold two lines into one, by fold.
    let merge: [DiscText.Fold: DiscText.MergeFunction]
    /// The functions that fold shifted lines into results, by fold.
    let gather: [DiscText.Fold: DiscText.FoldFunction]

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode) throws(ObjectFileError) {
        var join: [DiscText.Fold: DiscText.JoinFunction] = [:]
        var merge: [DiscText.Fold: DiscText.MergeFunction] = [:]
        var (fold, gather): ([DiscText.Fold: DiscText.FoldFunction], [DiscText.Fold: DiscText.FoldFunction]) = (
            [:], [:]
        )
        for kind in DiscText.Fold.allCases {
            join[kind] = unsafeBitCast(
                try code.address(of: DiscText.joinName(kind)), to: DiscText.JoinFunction.self)
            merge[kind] = unsafeBitCast(
                try code.address(of: DiscText.mergeName(kind)), to: DiscText.MergeFunction.self)
            fold[kind] = unsafeBitCast(
                try code.address(of: DiscText.foldName(kind)), to: DiscText.FoldFunction.self)
            gather[kind] = unsafeBitCast(
                try code.address(of: DiscText.gatherName(kind)), to: DiscText.FoldFunction.self)
        }
        (self.join, self.merge, self.fold, self.gather, self.code) = (join, merge, fold, gather, code)
    }
}
